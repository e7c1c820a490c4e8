"""The heartbeat in numbers: out of reach after two seconds of silence, unless the stall was our own."""

from __future__ import annotations

from pinochle_lan.net.heartbeat import DEAD_S, DEAF_S, FORGET_S, PING_S, Beat, Heartbeat


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
    assert heart.tick(2.4, 0.5) == (Beat.PING,)
    assert not heart.quiet
    due = heart.due()
    assert Beat.QUIET in heart.tick(due, due)


def test_F21_after_a_sleep_a_link_without_news_is_left_at_once() -> None:
    heart = Heartbeat(0.0)
    assert heart.tick(5.0, 0.5) == (Beat.QUIET, Beat.PING), "another way is looked for, the link is kept"
    heart = Heartbeat(0.0)
    assert heart.tick(60.0, 0.5) == (Beat.OVER,), "the others gave it up long ago"


def test_a_long_stall_with_news_that_were_read_first_is_no_silence() -> None:
    heart = Heartbeat(0.0)
    heart.heard(60.0)
    assert heart.tick(60.0, 0.5) == (Beat.PING,)
    assert not heart.quiet


def deaf_at(heart: Heartbeat, until: float, late: float = 0.0) -> float | None:
    """When a link whose other end speaks all the time and answers nothing is given up."""
    now = 0.0
    while now < until:
        due = heart.due()
        now = due + late
        for beat in heart.tick(now, due):
            if beat is Beat.DEAF:
                return now
            assert beat is Beat.PING
            heart.ping(now)
        heart.heard(now)
    return None


def test_F55_who_speaks_and_answers_no_ping_for_five_seconds_reads_nothing() -> None:
    assert deaf_at(Heartbeat(0.0), 60.0) == DEAF_S
    slow = Heartbeat(0.0)
    slow.heard(4.0)
    assert slow.tick(4.9, 4.9) == (Beat.PING,), "it was 4 s on its way to being met"
    slow.ping(4.9)
    assert deaf_at(slow, 60.0) == 4.9 + DEAF_S


def test_a_laptop_that_is_itself_late_calls_nobody_deaf() -> None:
    assert deaf_at(Heartbeat(0.0), 60.0, late=0.6) is None


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
