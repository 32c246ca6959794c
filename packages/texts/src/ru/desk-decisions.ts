import type { deskDecisions as en } from '../en/desk-decisions.ts'

export const deskDecisions: Record<keyof typeof en, string> = {
  'desk_decisions.prizes': 'Призы',
  'desk_decisions.prizes_lead':
    'Деньги сверх порога ждут двух операторов, вещь — отправки. Все победители верифицированы.',
  'desk_decisions.no_prizes': 'Призы никого не ждут.',
  'desk_decisions.no_prizes_text': 'Деньги ниже порога выплачиваются сами, как только победитель верифицирован.',
  'desk_decisions.place': 'Место {rank}, {tournament}',
  'desk_decisions.score': 'Результат',
  'desk_decisions.ended': 'Турнир закончился',
  'desk_decisions.pay_title': 'Выплатить {amount} ({name})?',
  'desk_decisions.refuse_title': 'Отказать в призе {amount} ({name})?',
  'desk_decisions.sent_title': '{item} отправлен ({name})?',
  'desk_decisions.rates': 'Курсы валют',
  'desk_decisions.rates_lead':
    'По скакнувшему курсу ничего не пересчитывается, пока его не подтвердят новые замеры или два оператора. Сначала сравните его с другим источником.',
  'desk_decisions.code': 'Монета или валюта',
  'desk_decisions.state': 'Состояние',
  'desk_decisions.open': 'Открыт',
  'desk_decisions.closed': 'Закрыт',
  'desk_decisions.too_old': 'Закрыт: устарел',
  'desk_decisions.is_held': 'Закрыт: скачок',
  'desk_decisions.rate': 'Курс',
  'desk_decisions.read': 'Получен',
  'desk_decisions.jumped_to': 'Скакнул до',
  'desk_decisions.confirm_title': 'Подтвердить {rate}?',
  'desk_decisions.confirm_text': 'Последний принятый курс: {before}.',
}
