import type { SiteSettings } from '@tradefront/contract/settings'

import type { Clock } from '../../platform/clock.ts'
import type { ProfileService } from '../profile/service.ts'
import type { BuildPageBootstrap, Settings, SettingsService } from '../settings/service.ts'

export type PageBootstrapDeps = {
  readonly settings: SettingsService
  readonly profile: ProfileService
  readonly clock: Clock
  /** True while the processors are the sandbox's. */
  readonly sandbox: boolean
  /** The page of the chat's frame. */
  readonly chatUrl: string
}

/** Gathers what the app needs to start, without the countries. */
export function createPageBootstrap({
  settings,
  profile,
  clock,
  sandbox,
  chatUrl,
}: PageBootstrapDeps): BuildPageBootstrap {
  return async ({ user, csrf, language, country }) => {
    const [set, record] = await Promise.all([settings.all(), user ? profile.getUserRecord(user) : null])
    return {
      user: record,
      settings: toSiteSettings(set),
      rates: set.rates,
      offers: [],
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

/** The part of the settings that a browser may know. */
function toSiteSettings(set: Settings): SiteSettings {
  const { cascade, card_day_limit, fail_limit, bonus_turnover_factor, affiliates_min_300 } = set
  const { hidden_tabs, chat_hide, chat_show, chat_disabled, platform_url } = set
  return {
    cascade,
    card_day_limit,
    fail_limit,
    bonus_turnover_factor,
    affiliates_min_300,
    hidden_tabs,
    chat_hide,
    chat_show,
    chat_disabled,
    platform_url,
  }
}
