"""The one junction of rules, sealed deal and log. No sockets, threads, clocks or pygame."""
