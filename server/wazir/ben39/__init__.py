"""The game Ben39 (docs/notations/ben39.md): its board, its rules, and a search. Imports no other
package of Wazir.
"""
