import type { ApiCall } from '@tradefront/contract/call'
import { cardsCalls } from '@tradefront/contract/cards'
import { pagesCalls } from '@tradefront/contract/pages'
import { tournamentsCalls } from '@tradefront/contract/tournaments'
import { tradingCalls } from '@tradefront/contract/trading'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'
import type { Locale } from '@tradefront/texts/locales'
import type * as z from 'zod/mini'

import type { AppContext } from '../../context.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { keepSchemaFields } from '../../platform/http/zod-compilers.ts'
import { showOverview } from '../cards/service.ts'
import { showPage } from '../pages/service.ts'
import { showCurrentTournaments } from '../tournaments/service.ts'
import { showMarket } from '../trading/service.ts'

/** Null: the call has nothing to return. */
type Wanted = { readonly address: string; readonly load: () => Promise<unknown> }

/**
 * What the screens that are opened most show first, as their calls would return it, by the address of the call. The page of the trading area
 * brings all of it, because the server does not see which screen its hash names. A screen makes the call of a reply that is missing.
 * @param callLanguage language of the trader's calls, which can be another than that of the page
 */
export async function collectPageReplies(
  context: AppContext,
  user: SessionUser,
  { pageLanguage, callLanguage }: { readonly pageLanguage: Locale; readonly callLanguage: Locale },
  onFailure: (error: unknown) => void,
): Promise<Record<string, unknown>> {
  const { platform_url: platformUrl } = await context.settings.getSettings()
  const isWeekend = !getMarketState('week', context.clock.now().getTime()).isOpen
  const market = define(tradingCalls.getMarket, () => showMarket(context, user))
  // Practice has no payments and no tournaments.
  const ofRealAccount = [
    define(cardsCalls.getCurrentDeposit, () => showOverview(context, user, callLanguage)),
    define(pagesCalls.getPage, () => showPage(context, 'pg', 'funding', pageLanguage), 'funding'),
    ...(isWeekend
      ? [define(tournamentsCalls.listCurrentTournaments, () => showCurrentTournaments(context, user))]
      : []),
  ]
  const wanted = [...(platformUrl === null ? [market] : []), ...(user.isPractice ? [] : ofRealAccount)]
  const replies = await Promise.all(
    wanted.map(async ({ address, load }) => [address, await load().catch(onFailure)] as const),
  )
  return Object.fromEntries(replies.filter(([, reply]) => reply != null))
}

/** Returns the reply of a call among those of a page. Undefined: the page does not bring it. */
export function findReply<const C extends ApiCall>(
  replies: Readonly<Record<string, unknown>>,
  call: C,
  param?: string,
): z.input<C['reply']> | undefined {
  // `collectPageReplies` has written what the call of this address returns.
  return replies[toAddress(call, param)] as z.input<C['reply']> | undefined
}

/** @param param of the address, if it has one */
function toAddress(call: ApiCall, param?: string): string {
  return param === undefined ? call.path : call.path.replace(/:\w+$/, param)
}

function define<const C extends ApiCall>(
  call: C,
  load: () => Promise<z.input<C['reply']> | null>,
  param?: string,
): Wanted {
  const address = toAddress(call, param)
  return {
    address,
    load: async () => {
      const reply = await load()
      return reply === null ? null : keepSchemaFields(call.reply, reply, address)
    },
  }
}
