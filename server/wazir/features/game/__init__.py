"""Features of games: boards, pages, lenses, evaluation. No other package of features looks into a
game.
"""
