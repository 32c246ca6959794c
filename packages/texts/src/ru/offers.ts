import type { offers as en } from '../en/offers.ts'

export const offers: Record<keyof typeof en, string> = {
  'offers.over': 'Срок этого предложения истёк.',
  'offers.limited_title': 'Бонус ко второму пополнению',
  'offers.risk_free_title': 'Предложение для вас',
  'offers.text': 'Если вы согласитесь, бонус сохранится для следующего пополнения. Сейчас ничего не списывается.',
  'offers.once': 'Предложение делается один раз. Если его закрыть, оно не появится снова.',
  'offers.left': 'До конца предложения: {time}.',
  'offers.left_unknown': 'Проверяем, сколько осталось времени …',
  'offers.accept': 'Сохранить бонус',
  'offers.ignore': 'Нет, спасибо',
  'offers.ignore_top': 'Пополнить без него',
  'offers.accepted': 'Бонус сохранён для следующего пополнения.',

  'offers.bitcoin_title': 'Можно платить и биткоинами',
  'offers.bitcoin_text':
    'Для пополнения биткоинами не нужны ни карта, ни банк. Вы получите адрес и сумму и увидите здесь каждое подтверждение.',
  'offers.bitcoin_later': 'Не сейчас',
  'offers.bitcoin_why': 'Почему биткоин?',
  'offers.bitcoin_deposit': 'Пополнить биткоинами',
  'offers.risk_title': 'Перед оплатой картой',
  'offers.risk_text':
    'Ваш счёт ещё не подтверждён, поэтому платёж картой могут проверять вручную, и он займёт больше времени. Пополнения биткоинами так не проверяются.',
  'offers.risk_card': 'Всё равно платить картой',
}
