"""Needs a package that is not installed."""

import no_such_package

NEEDED = no_such_package.VALUE
