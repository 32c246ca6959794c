import { authCalls } from './auth.ts'
import type { ApiCall } from './call.ts'
import { cardsCalls } from './cards.ts'
import { depositsCalls } from './deposits.ts'
import { chartsCalls } from './charts.ts'
import { chatCalls } from './chat.ts'
import { contactCalls } from './contact.ts'
import { cryptoCalls } from './crypto.ts'
import { documentsCalls } from './documents.ts'
import { historyCalls } from './history.ts'
import { liveCalls } from './live.ts'
import { logCalls } from './log.ts'
import { loginCalls } from './login.ts'
import { mailCalls } from './mail.ts'
import { landingCalls } from './landing.ts'
import { newsCalls } from './news.ts'
import { offersCalls } from './offers.ts'
import { pagesCalls } from './pages.ts'
import { priceAlertsCalls } from './price-alerts.ts'
import { profileCalls } from './profile.ts'
import { promoCalls } from './promo.ts'
import { pushCalls } from './push.ts'
import { settingsCalls } from './settings.ts'
import { signalsCalls } from './signals.ts'
import { supportCalls } from './support.ts'
import { telemetryCalls } from './telemetry.ts'
import { tournamentsCalls } from './tournaments.ts'
import { tradingCalls } from './trading.ts'
import { validationCalls } from './validation.ts'
import { walletsCalls } from './wallets.ts'
import { withdrawalCalls } from './withdrawal.ts'

/** All calls except those of the card processors, which are in `packages/processors`. */
export const allCalls: readonly ApiCall[] = [
  authCalls,
  cardsCalls,
  depositsCalls,
  chartsCalls,
  chatCalls,
  contactCalls,
  cryptoCalls,
  documentsCalls,
  historyCalls,
  landingCalls,
  liveCalls,
  logCalls,
  loginCalls,
  mailCalls,
  newsCalls,
  offersCalls,
  pagesCalls,
  priceAlertsCalls,
  profileCalls,
  promoCalls,
  pushCalls,
  settingsCalls,
  signalsCalls,
  supportCalls,
  telemetryCalls,
  tournamentsCalls,
  tradingCalls,
  validationCalls,
  walletsCalls,
  withdrawalCalls,
].flatMap((calls): readonly ApiCall[] => Object.values(calls))
