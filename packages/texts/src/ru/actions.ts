import type { actions as en } from '../en/actions.ts'

export const actions: Record<keyof typeof en, string> = {
  'actions.withdrawal_approve': 'Одобрить',
  'actions.withdrawal_approve_does': 'Одобрить вывод {amount}, трейдер {trader}',
  'actions.withdrawal_approve_undo': 'Деньги уйдут через несколько секунд. Отправленное вернуть нельзя.',
  'actions.withdrawal_reject': 'Отклонить',
  'actions.withdrawal_reject_does': 'Отклонить вывод: «{words}»',
  'actions.withdrawal_reject_undo': 'Деньги сразу вернутся на счёт. Трейдер может запросить вывод снова.',
}
