import type { Gain, Game, Strategy } from './strategy.ts'

/** Largest standard error: a gain is known to half a percent, or else to a tenth of its distance from the limit. */
const maxStandardError = 0.005
const errorsToLimit = 10

export type Verdict = {
  readonly strategy: Strategy
  readonly gain: Gain
  readonly planted: Gain
  /** Why the strategy or its planted fault is not as it must be. Empty if all is well. */
  readonly problems: readonly string[]
}

export async function judge(strategy: Strategy, game: Game): Promise<Verdict> {
  const gain = await strategy.play(game)
  const planted = await strategy.planted.play(game)
  const limit = strategy.kind.name === 'gift' ? strategy.kind.bound : 0
  const problems = [
    ...(gain.mean + 3 * gain.standardError < limit ? [] : ['is profitable']),
    ...(gain.standardError <= Math.max(maxStandardError, (limit - gain.mean) / errorsToLimit)
      ? []
      : ['is not known exactly enough']),
    ...(planted.mean - 3 * planted.standardError > limit ? [] : [`does not win if ${strategy.planted.fault}`]),
  ]
  return { strategy, gain, planted, problems }
}

/** Describes a verdict in one line. */
export function describeVerdict({ strategy, gain, planted, problems }: Verdict): string {
  const verdict = problems.length === 0 ? (strategy.kind.name === 'gift' ? 'bounded' : 'loses') : problems.join(', ')
  return `${verdict.padEnd(8)} ${formatGain(gain).padEnd(18)} of the ${strategy.per.padEnd(7)}  ${strategy.name}  (planted fault: ${formatGain(planted)})`
}

/** Formats a gain, e.g. `-9.01 % ± 0.20`. The standard error follows; without it, the mean is exact. */
export function formatGain({ mean, standardError }: Gain): string {
  const percent = `${mean > 0 ? '+' : ''}${(mean * 100).toFixed(2)} %`
  return standardError === 0 ? `${percent} exact` : `${percent} ± ${(standardError * 100).toFixed(2)}`
}
