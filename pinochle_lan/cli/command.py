"""The top of the command line: the group, what happens without a command, and how every failure is said.

A mistake of the user is one sentence on stderr and exit status 2; Ctrl-C stops cleanly with 130; a fault of
ours names the file that holds the details. A traceback is never shown to a player.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import traceback
from pathlib import Path

import click

from pinochle_lan import __version__
from pinochle_lan.cli.arena import arena
from pinochle_lan.cli.common import Setup, profile_option
from pinochle_lan.cli.files import replay, verify
from pinochle_lan.cli.plugins import plugins
from pinochle_lan.cli.rules import referee, rules
from pinochle_lan.cli.tables import host, join, tables
from pinochle_lan.profile import ProfileError


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pinochle-lan")
@profile_option
@click.pass_context
def cli(context: click.Context, profile: Path | None) -> None:
    """Pinochle at home: several laptops, one Wi-Fi. Without a command the window opens."""
    context.obj = Setup(profile)
    if context.invoked_subcommand is None:
        from pinochle_lan.cli.window import open_window  # noqa: PLC0415 - pygame only where a window opens

        open_window(context.obj)


for _command in (host, join, tables, rules, referee, replay, verify, plugins, arena):
    cli.add_command(_command)


def main(arguments: list[str] | None = None) -> None:
    """Run the command and end the program with its exit status."""
    # Whoever ends us politely (a shutdown, a service manager) gets the same clean end as Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run the command; the exit status."""
    try:
        result = cli.main(arguments, prog_name="pinochle-lan", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.ClickException as error:
        click.echo(error.format_message(), err=True)
        return 2
    except ProfileError as error:
        click.echo(str(error), err=True)
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        return 130
    except BrokenPipeError:
        # Whoever read our lines has gone (``pinochle-lan replay x | head``): nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - the last door: whatever comes, a player reads a sentence
        click.echo(_our_fault(error), err=True)
        return 1
    return result if isinstance(result, int) else 0


def _our_fault(error: Exception) -> str:
    """A sentence for a fault of the program; the details go to a file that a bug report can bring."""
    text = "".join(traceback.format_exception(error))
    with tempfile.NamedTemporaryFile(
        "w", prefix="pinochle-lan-", suffix=".txt", delete=False, encoding="utf-8"
    ) as details:
        details.write(text)
    what = str(error) or type(error).__name__
    return f"pinochle-lan failed: {what}. Please report it with the file {details.name}."
