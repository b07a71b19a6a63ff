/** Chances as Python's `random` has them, so that a seed gives the same games in every program. */

const SIZE = 624;
const MIDDLE = 397;

/** The Mersenne Twister of a seed: an integer as words of 32 bits, the lowest first. */
export class Chance {
  private readonly state = new Uint32Array(SIZE);
  private at = SIZE;

  constructor(seed: readonly number[]) {
    const { state } = this;
    fill(state);
    let place = 1;
    const next = (): void => {
      if (++place < SIZE) return;
      state[0] = state[SIZE - 1] ?? 0;
      place = 1;
    };
    for (let step = 0; step < Math.max(SIZE, seed.length); step++) {
      const from = step % seed.length;
      state[place] =
        (word(state, place) ^ Math.imul(mixed(state, place), 1_664_525)) + (seed[from] ?? 0) + from;
      next();
    }
    for (let step = 1; step < SIZE; step++) {
      state[place] = (word(state, place) ^ Math.imul(mixed(state, place), 1_566_083_941)) - place;
      next();
    }
    state[0] = 0x80000000;
  }

  /** One of some values, each alike. */
  choice<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  /** The values in another order, each alike. */
  shuffled<Value>(values: readonly Value[]): Value[] {
    const pool = [...values];
    return values.map((_, taken) => {
      const last = pool.length - taken - 1;
      const chosen = this.below(last + 1);
      const value = pool[chosen] as Value;
      pool[chosen] = pool[last] as Value;
      return value;
    });
  }

  /** An integer from 0 to below a limit. */
  private below(limit: number): number {
    const unused = Math.clz32(limit);
    let found = this.next() >>> unused;
    while (found >= limit) found = this.next() >>> unused;
    return found;
  }

  /** The next 32 bits. */
  private next(): number {
    if (this.at === SIZE) this.twist();
    let value = word(this.state, this.at++);
    value ^= value >>> 11;
    value ^= (value << 7) & 0x9d2c5680;
    value ^= (value << 15) & 0xefc60000;
    return (value ^ (value >>> 18)) >>> 0;
  }

  private twist(): void {
    const { state } = this;
    for (let place = 0; place < SIZE; place++) {
      const both = (word(state, place) & 0x80000000) | (word(state, place + 1) & 0x7fffffff);
      state[place] = word(state, place + MIDDLE) ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }
}

function word(state: Uint32Array, place: number): number {
  return state[place % SIZE] ?? 0;
}

/** The word before a place, mixed. */
function mixed(state: Uint32Array, place: number): number {
  const before = word(state, place - 1);
  return before ^ (before >>> 30);
}

function fill(state: Uint32Array): void {
  state[0] = 19_650_218;
  for (let place = 1; place < SIZE; place++) {
    state[place] = Math.imul(1_812_433_253, mixed(state, place)) + place;
  }
}
