/** A number that the trader can set. `step` is the change by one press on its buttons, and its smallest part. */
export type IndicatorInput = {
  readonly name:
    | 'period'
    | 'width'
    | 'fast'
    | 'slow'
    | 'signal'
    | 'smoothing'
    | 'acceleration'
    | 'limit'
    | 'conversion'
    | 'base'
    | 'span'
  readonly initial: number
  readonly min: number
  readonly max: number
  readonly step: number
}

type IndicatorKind = {
  /** `price`: it is drawn over the candles, on their axis. `below`: it has a pane of its own. */
  readonly pane: 'price' | 'below'
  readonly inputs: readonly IndicatorInput[]
}

const periods = (name: IndicatorInput['name'], initial: number): IndicatorInput => ({
  name,
  initial,
  min: 2,
  max: 200,
  step: 1,
})

/** Indicators that a chart can show, in the order of the list. */
export const indicatorKinds = {
  sma: { pane: 'price', inputs: [periods('period', 20)] },
  ema: { pane: 'price', inputs: [periods('period', 50)] },
  wma: { pane: 'price', inputs: [periods('period', 20)] },
  bollinger: {
    pane: 'price',
    inputs: [periods('period', 20), { name: 'width', initial: 2, min: 0.5, max: 5, step: 0.1 }],
  },
  donchian: { pane: 'price', inputs: [periods('period', 20)] },
  sar: {
    pane: 'price',
    inputs: [
      { name: 'acceleration', initial: 0.02, min: 0.01, max: 0.2, step: 0.01 },
      { name: 'limit', initial: 0.2, min: 0.01, max: 1, step: 0.01 },
    ],
  },
  ichimoku: { pane: 'price', inputs: [periods('conversion', 9), periods('base', 26), periods('span', 52)] },
  rsi: { pane: 'below', inputs: [periods('period', 14)] },
  macd: { pane: 'below', inputs: [periods('fast', 12), periods('slow', 26), periods('signal', 9)] },
  stochastic: {
    pane: 'below',
    inputs: [periods('period', 14), { ...periods('smoothing', 3), min: 1 }, { ...periods('signal', 3), min: 1 }],
  },
  atr: { pane: 'below', inputs: [periods('period', 14)] },
  cci: { pane: 'below', inputs: [periods('period', 20)] },
} as const satisfies Record<string, IndicatorKind>
export type IndicatorName = keyof typeof indicatorKinds
export const indicatorNames = Object.keys(indicatorKinds) as IndicatorName[]

/** `values` are those of the inputs, in their order. */
export type IndicatorChoice = { readonly name: IndicatorName; readonly values: readonly number[] }

export function getIndicatorInputs(name: IndicatorName): readonly IndicatorInput[] {
  return indicatorKinds[name].inputs
}

export function createIndicatorChoice(name: IndicatorName): IndicatorChoice {
  return { name, values: getIndicatorInputs(name).map(({ initial }) => initial) }
}

/** Why the values of an indicator cannot be used. Null: they can be used. */
export type IndicatorFault =
  | { readonly kind: 'range'; readonly input: IndicatorInput }
  /** Error that an input must be smaller than the one after it, e.g. the fast period smaller than the slow one. */
  | { readonly kind: 'order'; readonly input: IndicatorInput; readonly next: IndicatorInput }

/** Indexes of values that must be smaller than the value after them. */
const ordered: Partial<Record<IndicatorName, readonly number[]>> = { macd: [0], sar: [0], ichimoku: [0, 1] }

export function findIndicatorFault({ name, values }: IndicatorChoice): IndicatorFault | null {
  const inputs = getIndicatorInputs(name)
  for (const [index, input] of inputs.entries()) {
    const value = values[index] ?? Number.NaN
    const isWhole = Math.abs(value / input.step - Math.round(value / input.step)) < 1e-6
    if (!(value >= input.min && value <= input.max && isWhole)) return { kind: 'range', input }
  }
  for (const index of ordered[name] ?? []) {
    const [input, next] = [inputs[index], inputs[index + 1]]
    if (input !== undefined && next !== undefined && !((values[index] ?? 0) < (values[index + 1] ?? 0)))
      return { kind: 'order', input, next }
  }
  return null
}

/** Returns true if a chart can show them: each one once, with values inside their limits. */
export function areIndicatorsValid(choices: readonly IndicatorChoice[]): boolean {
  const names = new Set(choices.map(({ name }) => name))
  return (
    names.size === choices.length &&
    choices.every(
      (choice) =>
        choice.values.length === getIndicatorInputs(choice.name).length && findIndicatorFault(choice) === null,
    )
  )
}
