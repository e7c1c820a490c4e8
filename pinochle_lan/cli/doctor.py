"""``doctor``: why tables are not seen on this network, and what to do.

Gathers with ``net.check``, judges with ``net.doctor``. It needs no profile and runs beside an open window.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import asdict

import click

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.cli.common import Sorry, json_option, print_json
from pinochle_lan.net.addresses import Address, parse_address
from pinochle_lan.net.check import check
from pinochle_lan.net.doctor import Cause, Report, diagnose
from pinochle_lan.net.errors import NetError


@click.command()
@click.argument("addresses", nargs=-1)
@json_option
def doctor(*, addresses: tuple[str, ...], as_json: bool) -> int:
    """Explain why tables are not seen. ADDRESSES of other laptops, if they are known, are tried too.

    Exit status 0 = all is well, 1 = something was found.
    """
    asked = [_read(text) for text in addresses]
    progress = sys.stderr.isatty() and not as_json
    facts = asyncio.run(
        check((PROTOCOL, ENGINE), asked, lambda words: click.echo(words, err=True) if progress else None)
    )
    report = diagnose(facts)
    if as_json:
        print_json({**_plain(report), "facts": asdict(facts)})
    else:
        for line in report.lines():
            click.echo(line)
    return 0 if report.cause is Cause.WELL else 1


def _plain(report: Report) -> dict[str, object]:
    return {
        "cause": report.cause.value,
        "findings": [
            {"cause": finding.cause.value, "what": finding.what, "do": finding.do}
            for finding in report.findings
        ],
        "addresses": list(report.addresses),
    }


def _read(text: str) -> Address:
    try:
        return parse_address(text)
    except NetError as error:
        raise Sorry(str(error)) from None
