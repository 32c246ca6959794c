import { bridgeRules, createMinuteWalk, createRules } from './minute-walk.ts'
import { minutesPerDay, type Walk } from './walk.ts'

/** A planted fault: the price is pulled back to the start of the day, as if that were its right value. */
export const pulledWalk: Walk = changeMinutes((deviate, sum) => deviate - sum * 0.2)

/** A planted fault: a minute continues a part of the move of the one before. */
export const trendingWalk: Walk = changeMinutes((deviate, _sum, before) => deviate + before * 0.6)

/** A planted fault: the price continues in the direction of the last hour. */
export const driftingWalk: Walk = changeMinutes(
  (deviate, sum, _before, hourAgo) => deviate + Math.sign(sum - hourAgo) * 0.2,
)

/** A planted fault: the deviates of minutes are even, and end at 1.73 deviations. */
export const evenWalk: Walk = createMinuteWalk({
  ...bridgeRules,
  buildDayPath: createRules((word) => (word / 2 ** 32 - 0.5) * Math.sqrt(12), 1).buildDayPath,
})

/** A planted fault: from a minute on, the price is pulled towards another one. */
export function pullTowards(points: number, fromMinute: number): Walk {
  return createMinuteWalk({
    ...bridgeRules,
    buildDayPath(symbol, startPoints, keystream) {
      const path = bridgeRules.buildDayPath(symbol, startPoints, keystream)
      const target = (points / startPoints - 1) / path.scale
      const sums = path.sums.slice()
      for (let minute = fromMinute; minute < minutesPerDay; minute += 1) {
        const deviate = (path.sums[minute + 1] ?? 0) - (path.sums[minute] ?? 0)
        const sum = sums[minute] ?? 0
        sums[minute + 1] = sum + deviate + (target - sum) * 0.1
      }
      return { ...path, sums }
    },
  })
}

function changeMinutes(change: (deviate: number, sum: number, before: number, hourAgo: number) => number): Walk {
  return createMinuteWalk({
    ...bridgeRules,
    buildDayPath(symbol, startPoints, keystream) {
      const path = bridgeRules.buildDayPath(symbol, startPoints, keystream)
      const sums = new Float64Array(minutesPerDay + 1)
      let before = 0
      for (let minute = 0; minute < minutesPerDay; minute += 1) {
        const sum = sums[minute] ?? 0
        before = change(
          (path.sums[minute + 1] ?? 0) - (path.sums[minute] ?? 0),
          sum,
          before,
          sums[Math.max(0, minute - 60)] ?? 0,
        )
        sums[minute + 1] = sum + before
      }
      return { ...path, sums }
    },
  })
}
