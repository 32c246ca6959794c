import type { Boot, SiteSettings } from '@tradefront/contract/settings'

import type { Clock } from '../../platform/clock.ts'
import type { SessionUser } from '../../platform/session.ts'
import type { ProfileService } from '../profile/service.ts'
import type { Settings, SettingsService } from './service.ts'

export type BootDeps = {
  readonly settings: SettingsService
  readonly profile: ProfileService
  readonly clock: Clock
  /** True while the processors are the sandbox's. */
  readonly sandbox: boolean
}

/** What is different for every request. */
export type BootInput = {
  readonly user: SessionUser | null
  readonly csrf: string
  readonly language: string
  readonly country: string
}

export type MakeBoot = (input: BootInput) => Promise<Boot>

/** Gathers what the app needs to start, without the countries. */
export function createBoot({ settings, profile, clock, sandbox }: BootDeps): MakeBoot {
  return async ({ user, csrf, language, country }) => {
    const [set, record] = await Promise.all([settings.all(), user ? profile.record(user) : null])
    return {
      user: record,
      settings: siteSettings(set),
      rates: set.rates,
      offers: [],
      now: clock.now().getTime(),
      csrf,
      language,
      country,
      sandbox,
    }
  }
}

/** The part of the settings that a browser may know. */
function siteSettings(set: Settings): SiteSettings {
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

