"""Handlers of requests: functions from the server and the parameters to values of the protocol."""
