"""The Language Server Protocol: features for editors, over standard input and output or a
socket.
"""
