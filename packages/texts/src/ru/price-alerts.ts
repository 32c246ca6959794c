import type { priceAlerts as en } from '../en/price-alerts.ts'

export const priceAlerts: Record<keyof typeof en, string> = {
  'price_alerts.at_price': 'Это текущая цена. Укажите цену выше или ниже.',
  'price_alerts.too_far':
    'Эта цена отличается от текущей больше чем в {factor, plural, one {# раз} few {# раза} many {# раз} other {# раза}}. Проверьте, нет ли опечатки.',
  'price_alerts.full': 'Уже ожидают {max, number} оповещений, больше добавить нельзя. Сначала удалите одно.',
  'price_alerts.same': 'Оповещение на эту цену уже есть.',
  'price_alerts.no_price': 'Цены этого инструмента пока нет. Попробуйте чуть позже.',
  'price_alerts.present': 'Цена сейчас',
  'price_alerts.price': 'Оповестить при цене',
  'price_alerts.price_invalid': 'Введите цену, например {example}.',
  'price_alerts.hint_above':
    'Когда цена поднимется до {price} или выше, в течение {days, plural, one {# дня} few {# дней} many {# дней} other {# дня}}.',
  'price_alerts.hint_below':
    'Когда цена опустится до {price} или ниже, в течение {days, plural, one {# дня} few {# дней} many {# дней} other {# дня}}.',
  'price_alerts.hint':
    'Цена выше или ниже текущей. Оповещение действует {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}.',
  'price_alerts.by_mail': 'Прислать письмо',
  'price_alerts.mail_unproved': 'Мы сможем написать вам, когда вы подтвердите адрес.',
  'price_alerts.by_push': 'Уведомить, когда страница закрыта',
  'price_alerts.push_ask':
    'Браузер спросит, можно ли Tradefront присылать уведомления. В уведомлении только инструмент и цена, о вашем счёте в нём ничего нет.',
  'price_alerts.push_denied':
    'Уведомления этого сайта запрещены в браузере. Разрешите их в настройках сайта и попробуйте снова.',
  'price_alerts.push_failed':
    'Браузеру не удалось включить уведомления. Попробуйте ещё раз или выберите письмо. Пока страница открыта, она покажет оповещение.',
  'price_alerts.push_unsupported': 'Этот браузер не умеет показывать уведомления закрытой страницы.',
  'price_alerts.push_on': 'На этом устройстве, пока вы не выйдете из аккаунта.',
  'price_alerts.set': 'Создать оповещение',
  'price_alerts.waiting': 'Ожидают ({count, number} из {max, number})',
  'price_alerts.ended': 'Завершены',
  'price_alerts.empty': 'Ожидающих оповещений нет.',
  'price_alerts.above': '{symbol}: {price} или выше',
  'price_alerts.below': '{symbol}: {price} или ниже',
  'price_alerts.until': 'до {date}',
  'price_alerts.was_reached': 'цена достигла {price}, {time}',
  'price_alerts.has_expired':
    'цена не достигнута за {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
  'price_alerts.delete_above': 'Удалить оповещение {symbol}: {price} или выше',
  'price_alerts.delete_below': 'Удалить оповещение {symbol}: {price} или ниже',
  'price_alerts.rose': '{symbol}: цена поднялась до {price}',
  'price_alerts.fell': '{symbol}: цена опустилась до {price}',
  'price_alerts.expired_above': '{symbol}: цена не поднялась до {price}',
  'price_alerts.expired_below': '{symbol}: цена не опустилась до {price}',
  'price_alerts.reached_note': 'Ваше оповещение на {level}, {time}',
  'price_alerts.expired_note':
    'Оповещение завершено: прошло {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}.',
  'price_alerts.show_chart': 'Показать график',
}
