import type { PriceAlert } from '@tradefront/contract/price-alerts'
import { alertDays } from '@tradefront/rules/price-alerts/price-alerts'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { sendMail } from '../mail/service.ts'
import { sendPush } from '../push/service.ts'
import { type AlertEnd, endAlerts, listRecipients, type StoredAlert } from './alert-store.ts'
import { toAlertView } from './alert-view.ts'

/** How many alerts end in one transaction, which stores their mails and messages. */
const batchSize = 50

/** Ends alerts, and tells their traders. Safe to run on every server at once: only the one that ends an alert tells its trader. */
export async function endAndTell(context: AppContext, ends: readonly AlertEnd[]): Promise<void> {
  const { db, clock, live } = context
  for (let start = 0; start < ends.length; start += batchSize) {
    const ended = await db.transaction().execute(async (trx) => {
      const alerts = await endAlerts(trx, ends.slice(start, start + batchSize), clock.now())
      const recipients = await listRecipients(trx, [...new Set(alerts.map(({ userId }) => userId))])
      for (const alert of alerts) {
        const recipient = recipients.get(alert.userId)
        if (recipient !== undefined) await storeMessages(context, alert, recipient, trx)
      }
      return alerts
    })
    await Promise.all(
      ended.map((alert) => live.publish(alert.userId, { type: 'price_alerts', ended: toAlertView(alert) })),
    )
  }
}

async function storeMessages(
  context: AppContext,
  alert: StoredAlert,
  { email, language }: { readonly email: string; readonly language: string },
  trx: Db,
): Promise<void> {
  const locale = toOfferedLocale(language)
  const { title, level, body, at } = describeEnd(toAlertView(alert), locale)
  const path = `/${locale}/trading#/home?chart=${alert.symbol}&seconds=60`
  if (alert.byMail) {
    const { publicUrl } = context.config
    const template = at === null ? 'price_alert_expired' : 'price_alert_reached'
    const params = { title, level, at: at ?? '', days: alertDays }
    const link = publicUrl === '' ? undefined : `${publicUrl}${path}`
    await sendMail(context, { to: email, template, locale, params, link }, trx)
  }
  if (alert.byPush) await sendPush(context, alert.userId, { title, body, path }, trx)
}

/** Describes the end. `at` is when the price was reached, to the second. Null: the alert has expired. */
function describeEnd({ symbol, direction, price, digits, reached }: PriceAlert, locale: Locale) {
  const label = getSymbolLabel(symbol, (key) => translate(locale, key))
  const level = formatPrice(price, digits, locale)
  if (reached === null)
    return {
      title: translate(locale, `price_alerts.expired_${direction}`, { symbol: label, price: level }),
      body: translate(locale, 'price_alerts.expired_note', { days: alertDays }),
      level,
      at: null,
    }
  const at = new Date(reached.atMs).toISOString().slice(0, 19).replace('T', ' ')
  const title = translate(locale, direction === 'above' ? 'price_alerts.rose' : 'price_alerts.fell', {
    symbol: label,
    price: formatPrice(reached.price, digits, locale),
  })
  return { title, level, at, body: translate(locale, 'price_alerts.reached_note', { level, time: `${at} UTC` }) }
}

function formatPrice(price: number, digits: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(price)
}
