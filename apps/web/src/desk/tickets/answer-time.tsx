import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useHasPassed } from '../../ui/hooks/use-has-passed.ts'

/** The time at which an answer was promised, and whether it is over. */
export function AnswerTime({ answerByMs }: { readonly answerByMs: number }) {
  const t = useTranslate()
  const format = useFormat()
  const nowMs = serverNow()
  const hasPassed = useHasPassed(Math.max(answerByMs - nowMs, 0), String(answerByMs))
  const time = format.recentTime(answerByMs, nowMs)
  return hasPassed || answerByMs <= nowMs ? (
    <span className="font-medium text-down">{t('desk_support.late', { time })}</span>
  ) : (
    <span>{t('desk_support.answer_by', { time })}</span>
  )
}
