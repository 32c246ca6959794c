import type { Offer } from '@tradefront/contract/offers'
import type { Bootstrap, SiteSettings } from '@tradefront/contract/settings'
import { wallets } from '@tradefront/processors/registry'
import { findConfirmationRange } from '@tradefront/rules/crypto/confirmations'
import type { Currency } from '@tradefront/rules/ledger/money'

import type { Clock } from '../../platform/clock.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { ProfileService } from '../profile/service.ts'
import type { Settings, SettingsService } from '../settings/service.ts'

export type PageBootstrapInput = {
  readonly user: SessionUser | null
  readonly csrf: string
  readonly language: string
  readonly country: string
}

export type BuildPageBootstrap = (input: PageBootstrapInput) => Promise<Bootstrap>

export type PageBootstrapDeps = {
  readonly settings: SettingsService
  readonly profile: ProfileService
  readonly listOffers: (userId: number, currency: Currency) => Promise<Offer[]>
  readonly clock: Clock
  /** Processors are simulated. */
  readonly sandbox: boolean
  readonly chatUrl: string
}

export function createPageBootstrap({
  settings,
  profile,
  listOffers,
  clock,
  sandbox,
  chatUrl,
}: PageBootstrapDeps): BuildPageBootstrap {
  return async ({ user, csrf, language, country }) => {
    const [siteSettings, record, offers] = await Promise.all([
      settings.getSettings(),
      user ? profile.getUserRecord(user) : null,
      user && !user.practice ? listOffers(user.id, user.currency) : [],
    ])
    return {
      user: record,
      settings: toSiteSettings(siteSettings, user),
      rates: siteSettings.rates,
      offers,
      now: clock.now().getTime(),
      csrf,
      language,
      country,
      chat_url: chatUrl,
      mobile: user?.isMobile ?? false,
      sandbox,
    }
  }
}

/** Browsers must not know the other settings, and visitors none about payments and affiliates. */
function toSiteSettings(settings: Settings, user: SessionUser | null): SiteSettings {
  const { card_day_limit, fail_limit, bonus_turnover_factor } = settings
  const { hidden_tabs, chat_hide, chat_show, chat_disabled, platform_url } = settings
  return {
    cascade: user ? settings.cascade : null,
    card_day_limit,
    fail_limit,
    bonus_turnover_factor,
    affiliates_min_300: settings.affiliates_min_300.filter((id) => id === user?.affiliateId),
    hidden_tabs,
    chat_hide,
    chat_show,
    chat_disabled,
    platform_url,
    ...(user !== null && {
      statement_name: settings.statement_name,
      wallets_off: wallets
        .filter(({ name }) => settings.processors_off.includes(name))
        .map(({ upstream: { slug } }) => slug),
      coin_confirmations: {
        BTC: findConfirmationRange(settings.crypto_confirmations.BTC),
        ETH: findConfirmationRange(settings.crypto_confirmations.ETH),
      },
      claim_accounts: {
        bank: settings.bank_details,
        wmz: settings.webmoney_wmz,
        wmr: settings.webmoney_wmr,
        wme: settings.webmoney_wme,
        litecoin: settings.litecoin_address,
      },
    }),
  }
}
