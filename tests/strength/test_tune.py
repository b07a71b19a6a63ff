"""The weights of the evaluation from games."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pytest
from tests.strength import tune

from wazir.ben39.actions import after
from wazir.ben39.fen import read
from wazir.ben39.position import OPENING
from wazir.ben39.rules import actions
from wazir.ben39.side_view import opposite, side_view


def test_the_weights_that_made_the_results_are_found() -> None:
    """Results are drawn by the odds of two changed weights; a third one is as it was."""
    rng = Random(1)
    hidden = [80.0, -120.0, 0.0]
    rows = [[float(rng.randint(-3, 3)) for _ in hidden] for _ in range(6_000)]
    today = [rng.gauss(0, 300) for _ in rows]
    odds = [
        (value + sum(map(float.__mul__, row, hidden))) / tune.CERTAIN
        for value, row in zip(today, rows, strict=True)
    ]
    points = [float(rng.random() < 1 / (1 + math.exp(-value))) for value in odds]

    steps = tune.fit(today, rows, points)
    losses, changes = zip(*(next(steps) for _ in range(5)), strict=True)

    assert list(losses) == sorted(losses, reverse=True)
    assert changes[-1] == pytest.approx(hidden, abs=25)


def test_the_evaluation_is_the_sum_of_its_weights() -> None:
    """The fit supposes so: a point more of each weight makes the same difference, by itself and
    with all others.
    """
    form = (
        "1s2/p1k2/3pp2/7/2P4/1G1Rp/1K2 Zw3/Wz1cx2/Cx2wzcx2/8/8/3W4/2CxiI1/3Z1 d14,l2 w BNrbngsp "
        "XXXXXxxxxx"
    )
    seen = side_view(read(form).state)
    known = list(tune.weights())

    (before,), (row,) = tune.features([(seen, opposite(seen))], known)
    for weight in known:
        weight.set(weight.value + 1)
    try:
        (together,) = tune.judged([(seen, opposite(seen))])
    finally:
        for weight in known:
            weight.set(weight.value)

    assert {weight.name.partition("[")[0] for weight in known} == tune.WEIGHTS
    assert together - before == sum(row) != 0
    assert tune.judged([(seen, opposite(seen))]) == [before]


def test_weights_come_from_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game is the points of White and positions; all weights are told."""
    monkeypatch.setattr(
        tune, "start", lambda rng: after(OPENING, actions(OPENING)[rng.randrange(20)])
    )
    file = tmp_path / "games.tsv"

    tune.play(file, seed=3, games=2, nodes=100)
    tune.tune(file)

    for line in file.read_text("utf-8").splitlines():
        points, *forms = line.split("\t")
        assert float(points) in {0, 0.5, 1}
        assert all(read(form).state not in {None, OPENING} for form in forms)
    names = [line.partition(" = ")[0] for line in capsys.readouterr().out.splitlines()]
    assert names == [weight.name for weight in tune.weights()]
