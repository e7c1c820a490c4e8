"""The heartbeat in numbers: out of reach after two seconds of silence, unless the stall was our own."""

from __future__ import annotations

from pinochle_lan.net.heartbeat import DEAD_S, FORGET_S, PING_S, Beat, Heartbeat


def test_a_ping_every_half_second_while_all_is_well() -> None:
    heart = Heartbeat(0.0)
    now = 0.0
    for _ in range(10):
        now = heart.due()
        assert heart.tick(now, now) == (Beat.PING,)
        heart.pong(heart.ping(now), now + 0.012)
        heart.heard(now + 0.012)
    assert now == 9 * PING_S
    assert heart.rtt_ms == 12
    assert not heart.quiet


def test_silence_is_noticed_exactly_after_two_seconds_and_forgotten_after_thirty() -> None:
    heart = Heartbeat(0.0)
    heart.heard(0.3)
    seen: list[tuple[float, Beat]] = []
    while not seen or seen[-1][1] is not Beat.OVER:
        due = heart.due()
        seen += [(due, beat) for beat in heart.tick(due, due)]
    assert [at for at, beat in seen if beat is Beat.QUIET] == [0.3 + DEAD_S]
    assert seen[-1][0] == 0.3 + FORGET_S
    assert heart.quiet


def test_it_speaks_again() -> None:
    heart = Heartbeat(0.0)
    assert Beat.QUIET in heart.tick(DEAD_S, DEAD_S)
    assert heart.heard(3.0)
    assert not heart.heard(3.1)
    assert not heart.quiet
    assert heart.silent_s(3.6) == 0.5


def test_own_stall_gives_the_others_time_to_be_read() -> None:
    heart = Heartbeat(0.0)
    assert heart.tick(60.0, 0.5) == (Beat.PING,)
    assert not heart.quiet
    due = heart.due()
    assert Beat.QUIET in heart.tick(due, due)


def test_answers_to_no_ping_say_nothing() -> None:
    heart = Heartbeat(0.0)
    heart.pong(b"", 1.0)
    heart.pong(bytes(8), 1.0)
    assert heart.rtt_ms is None
    first = heart.ping(1.0)
    for number in range(20):
        heart.ping(1.0 + number)
    heart.pong(first, 30.0)
    assert heart.rtt_ms is None
    late = heart.ping(30.0)
    heart.pong(late, 32.5)
    heart.pong(late, 40.0)
    assert heart.rtt_ms == 2500
