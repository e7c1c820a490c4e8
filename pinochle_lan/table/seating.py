"""The seats of a table brought into line with its roster: takeovers and returns, a new hand, a new shuffle.

Pure, part of the fold (docs/log.md 5, 10 and 11 "hand header"; docs/sealed-deal.md 6).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pinochle_lan.sealed.deal import Deal
from pinochle_lan.table.hosts import partners_laptop

if TYPE_CHECKING:
    from pinochle_lan.table.machine import TableMachine


def arranged(now: TableMachine) -> TableMachine:
    """The seats brought into line with the roster: takeovers and returns, a new hand, a new shuffle."""
    after = now
    if after.attendance.hand != after.state.deals:
        here = after.attendance.header(after.state.deals, after.roster)
        after = replace(after, attendance=here, spoilt=0, attempt=1)
    after = _reseated(after)
    deal = after.running
    if deal is None:
        return after
    if deal.away is not None and after.peers[deal.away] in after.roster:
        deal = deal.with_return()
    if deal.away is None:
        deal = _taken_over(after, deal)
    return after if deal is after.deal else replace(after, deal=deal)


def _reseated(now: TableMachine) -> TableMachine:
    """With promised chairs taken, between two hands; not while a draw runs to which all committed before."""
    if now.running is not None or now.commits:
        return now
    after = now
    for chair, member in now.attendance.promised:
        terms = after.terms.seated(chair, member)
        after = replace(after, terms=terms, attendance=after.attendance.taken(member))
    return after


def up_to_date(now: TableMachine) -> TableMachine:
    """After "ready": if it left another roster or other hosts, the pack is shuffled again (log.md 5)."""
    deal = now.running
    if deal is None or now.dealt:
        return now
    between = replace(now, again=True, attempt=deal.setup.attempt + 1)
    if deal.setup.box_keys != between.box_keys:
        return between  # a newcomer's box key came with its first "ready": now its cards can be taken over
    same = [deal.setup.peers.index(now.terms.keys[m]) for m in now.roster if m in now.peers]
    if len(same) == len(now.roster) == len(now.peers):
        seats = [now.peers[peer] for peer in deal.setup.seat_peer]
        if seats == [host for _, host in sorted(between.hosts.items())]:
            return now
    return between


def _taken_over(now: TableMachine, deal: Deal) -> Deal:
    """With the first of the departed laptops taken over that can be."""
    present = [peer for peer, member in enumerate(now.peers) if member in now.roster]
    for of, member in enumerate(now.peers):
        if member not in now.roster and deal.takeover_place(of, present) is None:
            seats = [seat for seat, peer in enumerate(deal.setup.seat_peer) if peer == of]
            sides = now.terms.game.sides
            found = {seat: partners_laptop(sides, seat, now.owners, now.roster) for seat in seats}
            stand_ins = {seat: now.peer(by) for seat, by in found.items() if by is not None}
            return deal.with_takeover(of, stand_ins)
    return deal
