/** Seconds of each operator (keystroke-level model, Card, Moran and Newell 1980). */
const operatorSeconds = {
  /** A key, or a button of the mouse. */
  key: 0.2,
  /** The pointer is brought to what is clicked. */
  point: 1.1,
  /** The hand goes from the mouse to the keyboard, or back. */
  home: 0.4,
  /** One decides what is next, or checks what is shown. */
  think: 1.35,
}

/** How often each operator occurs. */
export type Operators = Record<keyof typeof operatorSeconds, number>

/** What is done in the file dialog of the system, which no page sees: one finds the file, and opens it. */
export const systemFileDialog = {
  byMouse: { key: 2, point: 1, home: 0, think: 1 },
  /** Its name's first four letters, and Enter. */
  byKeys: { key: 5, point: 0, home: 0, think: 1 },
} as const satisfies Record<string, Operators>

export const noOperators: Operators = { key: 0, point: 0, home: 0, think: 0 }

export const addOperators = (first: Operators, second: Operators): Operators => ({
  key: first.key + second.key,
  point: first.point + second.point,
  home: first.home + second.home,
  think: first.think + second.think,
})

/** Seconds of the operators, without what one waits for. */
export const secondsOf = ({ key, point, home, think }: Operators): number =>
  key * operatorSeconds.key +
  point * operatorSeconds.point +
  home * operatorSeconds.home +
  think * operatorSeconds.think
