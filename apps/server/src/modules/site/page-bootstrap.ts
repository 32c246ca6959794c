import type { Bootstrap, SiteSettings } from '@tradefront/contract/settings'
import { wallets } from '@tradefront/processors/registry'
import { findConfirmationRange } from '@tradefront/rules/crypto/confirmations'
import { type FundingTab, listHiddenTabs } from '@tradefront/rules/deposits/funding-tabs'

import { localeInfo } from '@tradefront/texts/locales'
import { toMajorThreshold } from '@tradefront/rules/ledger/thresholds'

import type { AppContext } from '../../context.ts'
import { defaultCountry } from '../../platform/http/geo-country.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { createCheckHours } from '../documents/service.ts'
import { listOffers } from '../offers/service.ts'
import { getUserRecord } from '../profile/service.ts'
import type { Settings } from '../settings/service.ts'

export type PageBootstrapInput = {
  readonly user: SessionUser | null
  readonly csrf: string
  readonly language: string
  /** Country by a trusted proxy. Null: unknown. */
  readonly detectedCountry: string | null
}

/** Creates a function that builds the data of a page. It remembers how long documents were checked lately. */
export function createPageBootstrap(context: AppContext) {
  const getCheckHours = createCheckHours(context)
  return async ({ user, csrf, language, detectedCountry }: PageBootstrapInput): Promise<Bootstrap> => {
    const [siteSettings, record, documentHours, offers, isMaintenance] = await Promise.all([
      context.settings.getSettings(),
      user ? getUserRecord(context, user) : null,
      user ? getCheckHours() : null,
      user ? listOffers(context, user) : [],
      context.quarantine.isOpen(),
    ])
    return {
      user: record,
      settings: toSiteSettings(context.config, siteSettings, user, documentHours),
      offers,
      now: context.clock.now().getTime(),
      csrf,
      language,
      previewLanguages: context.config.servedLocales.filter((locale) => localeInfo[locale].preview !== undefined),
      // spec: funding 2. What the trader has said of themselves comes before the default.
      country: detectedCountry ?? (record?.country || defaultCountry),
      chatUrl: context.config.chatUrl ?? '',
      mobile: user?.isMobile ?? false,
      sandbox: context.config.sandboxParts.size > 0,
      isMaintenance,
    }
  }
}

/** Tabs of the coins that the site does not take. */
function listOffCoinTabs({ bitcoinNode, ethereumNode }: AppContext['config']): FundingTab[] {
  return [...(bitcoinNode === null ? ['bitcoin' as const] : []), ...(ethereumNode === null ? ['eth' as const] : [])]
}

/** Browsers must not know the other settings, and visitors none about payments and affiliates. */
function toSiteSettings(
  config: AppContext['config'],
  settings: Settings,
  user: SessionUser | null,
  documentHours: number | null,
): SiteSettings {
  const forAll: SiteSettings = {
    cascade: user ? settings.cascade : null,
    depositMinimum: settings.deposit_min,
    cardDayLimit: settings.card_day_limit,
    failLimit: settings.fail_limit,
    bonusTurnoverFactor: settings.bonus_turnover_factor,
    bonusReleaseFactor: settings.bonus_release_factor,
    tiers: settings.tiers,
    hiddenTabs: listHiddenTabs(
      {
        hiddenTabs: [...settings.hidden_tabs, ...listOffCoinTabs(config)],
        skrillExcludedCountries: settings.skrill_excluded_countries,
      },
      user,
    ),
    chatHide: settings.chat_hide,
    chatShow: settings.chat_show,
    isChatDisabled: settings.chat_disabled || config.chatUrl === null,
    platformUrl: settings.platform_url,
  }
  if (user === null) return forAll
  return {
    ...forAll,
    statementName: settings.statement_name,
    depositTurnoverFactor: settings.deposit_turnover_factor,
    tradingBlock: {
      trades: settings.trading_block.trades,
      deposits: toMajorThreshold(settings.trading_block.deposits, user.currency, 'down'),
    },
    documentHours,
    walletsOff: wallets
      .filter(({ name }) => settings.processors_off.includes(name))
      .map(({ upstream: { slug } }) => slug),
    coinConfirmations: {
      BTC: findConfirmationRange(settings.crypto_confirmations.BTC),
      ETH: findConfirmationRange(settings.crypto_confirmations.ETH),
    },
    claimAccounts: {
      bank: settings.bank_details,
      wmz: settings.webmoney_wmz,
      wmr: settings.webmoney_wmr,
      wme: settings.webmoney_wme,
      litecoin: settings.litecoin_address,
    },
  }
}
