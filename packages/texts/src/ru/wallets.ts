import type { wallets as en } from '../en/wallets.ts'

export const wallets: Record<keyof typeof en, string> = {
  'wallets.currency': 'Платите в валюте вашего счёта: {currency}.',
  'wallets.country': 'Этот кошелёк недоступен в вашей стране. Выберите другой способ оплаты.',
  'wallets.switched_off': 'Этот кошелёк сейчас недоступен. Деньги не списаны. Выберите другой способ оплаты.',
  'wallets.claim_decided': 'Решение по этой заявке уже принял другой оператор.',
  'wallets.claim_rejected':
    'Мы не нашли этот платёж. На ваш счёт ничего не зачислено. Если вы отправили деньги, напишите в поддержку и приложите квитанцию.',
  'wallets.some_errors': 'Произошла ошибка, попробуйте позже.',
  'wallets.some_errors_explained':
    'Проверьте соединение и попробуйте ещё раз. За один платёж деньги не списываются дважды.',
  'wallets.error': 'Ошибка',
  'wallets.error_title': 'Платёж не начат',
  'wallets.redirect_text':
    'Вы платите на странице {name} и возвращаетесь сюда. Обычно деньги приходят в течение минуты.',
  'wallets.neteller_account': 'Счёт или почта в Neteller',
  'wallets.neteller_secure_id': 'Secure ID',
  'wallets.neteller_secure_id_help':
    'Шесть цифр из раздела безопасности вашего счёта Neteller. Мы передаём их один раз и не храним.',
  'wallets.neteller_account_empty': 'Укажите счёт в Neteller.',
  'wallets.neteller_secure_id_empty': 'Укажите Secure ID.',
  'wallets.details': 'Оплата через {name}',
  'wallets.progress_title': '{name}: {amount}',
  'wallets.opening': 'Открываем платёж.',
  'wallets.leaving': 'Переходим на страницу {name}.',
  'wallets.waits_for_you': 'Платёж ждёт вас на странице {name}. Завершите его там или отмените здесь.',
  'wallets.waits_for_result':
    'Ждём ответа {name}. Страницу можно закрыть: платёж продолжится, а результат появится здесь.',
  'wallets.to_page': 'Продолжить на странице {name}',
  'wallets.cancel': 'Отменить и выбрать другой способ',
  'wallets.canceling': 'Отменяем платёж.',
  'wallets.failed_title': 'Платёж не прошёл. Деньги не списаны.',
  'wallets.failed_text': 'Проверьте баланс в {name} и попробуйте ещё раз или выберите другой способ оплаты.',
  'wallets.review_title': 'Результат пока неизвестен',
  'wallets.review_text':
    '{name} ещё не сообщил результат платежа. Мы продолжаем проверять и сообщим, как только узнаем. Вы можете начать другой платёж.',
  'wallets.try_again': 'Попробовать ещё раз',
  'wallets.bank_details': 'Банковские реквизиты',
  'wallets.bank_text':
    'Переведите деньги на этот счёт и укажите назначение платежа точно как здесь. Затем сообщите о переводе ниже.',
  'wallets.reference': 'Назначение платежа',
  'wallets.webmoney_text':
    'Переведите деньги на кошелёк в вашей валюте и укажите назначение платежа в примечании. Затем сообщите о переводе ниже.',
  'wallets.litecoin_text': 'Отправьте лайткоины на этот адрес. Затем сообщите о переводе ниже.',
  'wallets.litecoin_address': 'Адрес Litecoin',
  'wallets.note': 'Номер перевода или транзакции',
  'wallets.note_help': 'Поможет нам найти платёж. Необязательно.',
  'wallets.report': 'Деньги отправлены: {amount}',
  'wallets.report_text':
    'Мы проверяем платёж вручную, обычно в течение рабочего дня, и зачисляем его, когда он придёт. Бонус начисляется, только если пришла вся сумма.',
  'wallets.reported_title': 'Ищем ваш платёж на {amount}',
  'wallets.reported_text': 'Мы зачислим его на счёт, как только найдём. Номер квитанции: {receiptNumber}.',
  'wallets.no_top_up':
    'Для быстрого пополнения нужны сохранённая карта и хотя бы одно прошлое пополнение. Деньги не списаны. Сначала пополните счёт любым способом.',
  'wallets.pay_note': 'Деньги списываются не больше одного раза.',
}
