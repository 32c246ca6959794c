import type { deskMoney as en } from '../en/desk-money.ts'

export const deskMoney: Record<keyof typeof en, string> = {
  'desk_money.balance_too_low': 'У трейдера не хватает денег. Ничего не изменено.',
  'desk_money.practice_only': 'У этого трейдера только учебный счёт, его не исправляют.',
  'desk_money.corrected_already': 'Это уже проведено. Ничего не изменено.',
  'desk_money.asked_now': 'Процессор как раз отвечает на запрос. Повторите через полминуты.',
  'desk_money.part_to_card': 'Эта часть возвращается на карту или монетами. Вручную её не выплатить.',
  'desk_money.part_being_sent': 'Эта часть отправляется или уже отправлена. Не платите её вручную.',
}
