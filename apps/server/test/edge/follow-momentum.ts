import { betOnMinutes, type Chooser } from './bet-on-minutes.ts'
import { pulledWalk, trendingWalk } from './faulty-walks.ts'
import { cash, type Strategy } from './strategy.ts'
import { productWalk } from './walk.ts'

const horizons = [60, 120, 300, 900, 3600] as const

/** Follows the move of the last 1 to 60 minutes, for as long as it took. */
const follow: Chooser = (day, minute) => {
  const expiry = horizons[Math.floor(minute / 37) % horizons.length] ?? 60
  const before = day.getPrice(Math.max(0, minute - expiry / 60))
  const now = day.getPrice(minute)
  return now === before ? null : { direction: now > before ? 'up' : 'down', expiry }
}

const fade: Chooser = (...given) => {
  const bet = follow(...given)
  return bet && { ...bet, direction: bet.direction === 'up' ? 'down' : 'up' }
}

export const followMomentum: Strategy = {
  name: 'follows moves of 1 to 60 minutes for as long as they took',
  per: 'stake',
  kind: cash,
  play: (game) => betOnMinutes(game, productWalk, 2, 37, follow),
  planted: {
    fault: 'minutes go on with a part of the one before',
    play: (game) => betOnMinutes(game, trendingWalk, 12, 37, follow),
  },
}

export const fadeMomentum: Strategy = {
  name: 'bets against moves of 1 to 60 minutes for as long as they took',
  per: 'stake',
  kind: cash,
  play: (game) => betOnMinutes(game, productWalk, 2, 37, fade),
  planted: {
    fault: 'prices are pulled back to the start of their day',
    play: (game) => betOnMinutes(game, pulledWalk, 12, 37, fade),
  },
}
