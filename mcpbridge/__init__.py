"""The bridge: the MCP process between agents, their hosts and the ledger."""

VERSION = "0.1.0"
