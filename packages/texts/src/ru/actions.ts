import type { actions as en } from '../en/actions.ts'

export const actions: Record<keyof typeof en, string> = {
  'actions.withdrawal_approve': 'Одобрить',
  'actions.withdrawal_approve_does': 'Одобрить вывод {amount}, трейдер {trader}',
  'actions.withdrawal_approve_undo': 'Деньги уйдут через несколько секунд. Отправленное вернуть нельзя.',
  'actions.withdrawal_reject': 'Отклонить',
  'actions.withdrawal_reject_does': 'Отклонить вывод: «{words}»',
  'actions.withdrawal_reject_undo': 'Деньги сразу вернутся на счёт. Трейдер может запросить вывод снова.',
  'actions.trading_stop': 'Остановить торговлю',
  'actions.trading_stop_does': 'Остановить торговлю: {symbol}',
  'actions.trading_stop_undo': 'Открытые сделки закончатся в срок. Возобновите торговлю, когда цены снова верны.',
  'actions.trading_resume': 'Возобновить торговлю',
  'actions.trading_resume_does': 'Возобновить торговлю: {symbol}',
  'actions.trading_resume_undo': 'Её можно остановить снова в любой момент.',
  'actions.all_symbols': 'все инструменты',
}
