import type { invoices as en } from '../en/invoices.ts'

export const invoices: Record<keyof typeof en, string> = {
  'invoices.details_BTC': 'Оплата биткоинами',
  'invoices.details_ETH': 'Оплата эфиром (Ethereum)',
  'invoices.how':
    'Дальше вы получите адрес и точную сумму. Отправьте её с любого кошелька или биржи в течение часа: в счёте указано, до какого времени и для какой суммы действует курс.',
  'invoices.about':
    'Примерно {coinAmount} {coin} по курсу 1 {coin} = {rate}, с учётом нашей надбавки {spread}. Точная сумма фиксируется вместе с адресом.',
  'invoices.pay_note': 'Пока вы сами не отправите перевод, с кошелька ничего не спишется.',
  'invoices.only_BTC':
    'Отправляйте только биткоины (BTC) и только в сети Bitcoin. Другие монеты, а также биткоины в другой сети (Lightning, BNB Smart Chain) не дойдут и могут пропасть.',
  'invoices.only_ETH':
    'Отправляйте только эфир (ETH) и только в основной сети Ethereum. Токены, например USDT или USDC, не зачисляются, а эфир в другой сети (Arbitrum, Base, BNB Smart Chain) может пропасть.',
  'invoices.minimum':
    'Некоторые биржи вычитают комиссию из суммы перевода: проследите, чтобы дошла вся сумма. Платежи дешевле {smallest} не зачисляются.',
  'invoices.rates': 'Курсы в долларах США',
  'invoices.rates_at': 'По состоянию на {time}',
  'invoices.rates_none': 'Сейчас курсов нет.',
  'invoices.stale_title': 'Нет актуального курса этой монеты',
  'invoices.stale_text':
    'Новые счета можно будет создать, как только курс появится, обычно через несколько минут. Курс уже созданных счетов и его условия не изменятся. Можно выбрать и другой способ оплаты.',
  'invoices.stale_other': 'Оплатить картой',

  'invoices.open_title': 'Ваши счета на оплату',
  'invoices.open_row': '{coinAmount} {coin} за {amount}',
  'invoices.open_link': 'Открыть счёт',
  'invoices.is_new': 'Ждёт оплаты до {time}',
  'invoices.is_checking': 'Час истёк. Проверяем последние блоки.',
  'invoices.is_checked': 'Проверяем платёж.',
  'invoices.is_underpaid': 'Отправьте остаток: {missing} {coin}',
  'invoices.is_watched': 'Завершён. Адрес проверяется до {time}.',

  'invoices.title_BTC': 'Счёт в биткоинах',
  'invoices.title_ETH': 'Счёт в эфире',
  'invoices.test_chain': 'Тестовая сеть: эти монеты ничего не стоят. Не отправляйте настоящие.',
  'invoices.test_wallet': 'Оплатить тестовым кошельком',
  'invoices.followed': 'Ваш платёж в безопасности: мы следим за ним в любом случае.',
  'invoices.missing_title': 'Такого счёта нет',
  'invoices.missing_text': 'Он не относится к вашей учётной записи. Ваши счета перечислены на странице «Пополнить».',
  'invoices.to_methods': 'К способам оплаты',
  'invoices.close': 'Закрыть',
  'invoices.new_invoice': 'Создать новый счёт',
  'invoices.start_trading': 'Начать торговлю',

  'invoices.left': 'Осталось {time}',
  'invoices.left_label': 'Время на оплату',
  'invoices.left_unknown': 'Уточняем время',
  'invoices.amount': 'Сумма',
  'invoices.rest': 'Остаток',
  'invoices.address': 'Адрес',
  'invoices.copy_amount': 'Скопировать сумму',
  'invoices.copy_address': 'Скопировать адрес',
  'invoices.copy_detail': 'Скопировать: {name}',
  'invoices.address_copied': 'Адрес скопирован в буфер обмена',
  'invoices.detail_copied': 'Скопировано в буфер обмена: {name}',
  'invoices.amount_copied': 'Сумма скопирована в буфер обмена',
  'invoices.copy_failed': 'Не удалось скопировать!',
  'invoices.copy_failed_explained': 'Скопировать не удалось. Выделите текст и скопируйте его вручную.',
  'invoices.qr': 'QR-код с адресом и суммой',
  'invoices.qr_help': 'Отсканируйте его кошельком',
  'invoices.open_wallet': 'Открыть в моём кошельке',

  'invoices.new_title': 'Отправьте {missing} {coin}',
  'invoices.new_text':
    'Отправьте сумму до {time}, по возможности одним платежом. Он появится здесь, как только его увидит сеть.',
  'invoices.checking_title': 'Час истёк',
  'invoices.checking_text':
    'Сейчас ничего не отправляйте. Мы проверяем последние блоки: курс счёта действует для платежа, попавшего в блок до {blockTime}.',
  'invoices.checking_part_text':
    'Сейчас ничего не отправляйте: вовремя пришло {received} из {due} {coin}. Эта сумма будет зачислена, как только сеть её подтвердит.',
  'invoices.underpaid_title': 'Отправьте остаток: {missing} {coin}',
  'invoices.underpaid_text': 'Пришло {received} из {due} {coin}. Отправьте остаток на тот же адрес до {time}.',
  'invoices.underpaid_credited': '{credited} уже на вашем счёте; не хватает {missing} {coin}.',
  'invoices.underpaid_bonus_missing': 'Без остатка бонус {bonuses} не добавится.',
  'invoices.underpaid_bonus': 'Без остатка то, что пришло, будет зачислено, но бонус {bonuses} не добавится.',
  'invoices.underpaid_promo': 'Промокод {code} тогда останется для следующего пополнения.',
  'invoices.underpaid_plain': 'Без остатка будет зачислено то, что пришло.',
  'invoices.seen_title': 'Платёж виден: {confirmations} из {required} подтверждений',
  'invoices.seen_text':
    'Делать ничего не нужно. Деньги поступят на счёт после {required, plural, one {# подтверждения} few {# подтверждений} many {# подтверждений} other {# подтверждения}}.',
  'invoices.seen_time':
    'Обычно это ещё примерно {minutes, plural, one {# минута} few {# минуты} many {# минут} other {# минуты}}.',
  'invoices.paid_title': '{credited} на вашем счёте',
  'invoices.paid_text': 'Ваши {received} {coin} пришли.',
  'invoices.paid_bonus': 'Добавлен бонус {bonus}.',
  'invoices.paid_promo': 'Добавлен бонус {promoBonus} по промокоду {code}.',
  'invoices.overpaid_text':
    'Вы отправили {received} {coin} вместо {due}. Всё зачисляется: до {max} {coin} — по курсу счёта, но не выше рыночного на момент попадания в блок более чем на {gain}; остальное — по меньшему из двух курсов: счёта и нашего на момент попадания в блок. Бонус остаётся таким, как в счёте.',
  'invoices.also_late':
    'Ещё {late} {coin} пришло слишком поздно для курса счёта. Эта сумма зачисляется по меньшему из двух курсов: счёта и нашего на момент попадания в блок.',
  'invoices.also_late_waiting':
    'Ещё {late} {coin} пришло после срока оплаты. Сумма будет зачислена, как только сеть её подтвердит: по курсу счёта, если попадёт в блок до {blockTime}, позже — по меньшему из двух курсов: счёта и нашего на момент попадания в блок.',
  'invoices.late_title': 'Пришло с опозданием: зачисляется по меньшему курсу',
  'invoices.late_text': '{late} {coin} пришло слишком поздно для курса счёта. На вашем счёте {credited}, без бонуса.',
  'invoices.late_waiting_title': 'Платёж с опозданием ждёт подтверждения',
  'invoices.late_waiting':
    '{late} {coin} пришло с опозданием. Сумма будет зачислена без бонуса, как только сеть её подтвердит.',
  'invoices.after_end_title': 'Оплачено после срока: зачислено без бонуса',
  'invoices.after_end_text':
    '{received} {coin} пришло после срока оплаты, но вовремя для курса счёта. На вашем счёте {credited}, без бонуса.',
  'invoices.after_end_waiting_title': 'Оплачено после срока',
  'invoices.after_end_waiting':
    '{received} {coin} пришло после срока оплаты, но вовремя для курса счёта. Сумма будет зачислена без бонуса, как только сеть её подтвердит.',
  'invoices.part_title': 'Пришла только часть',
  'invoices.part_text': 'Пришло {received} из {due} {coin}. На вашем счёте {credited}, без бонуса.',
  'invoices.part_waiting':
    'Пришло {received} из {due} {coin}. Сумма будет зачислена без бонуса, как только сеть её подтвердит.',
  'invoices.expired_title': 'Срок оплаты истёк',
  'invoices.expired_text': 'Платёж вовремя не поступил, ничего не зачислено.',
  'invoices.canceled_title': 'Вы отменили этот счёт',
  'invoices.canceled_text': 'По нему ничего не пришло.',
  'invoices.canceled_waiting':
    'По нему всё же пришли монеты. Они будут зачислены без бонуса, как только сеть подтвердит платёж.',
  'invoices.canceled_credited': 'По нему всё же пришли монеты. На вашем счёте {credited}, без бонуса.',
  'invoices.checked_title': 'Проверяем платёж',
  'invoices.checked_text':
    'Сеть больше не знает платёж, который мы зачислили. Пока мы его не проверим, по этому счёту больше ничего не зачисляется. Делать ничего не нужно: пока не отправляйте больше монет.',
  'invoices.taken_back_title': 'Зачисление отменено',
  'invoices.taken_back_text':
    'Сеть больше не знает зачисленный платёж на {takenBack} {coin}, поэтому деньги списаны с вашего счёта вместе с бонусом, если он был. Если вы не знаете причину, напишите в поддержку.',
  'invoices.since_then': 'То, что пришло после этого, будет зачислено без бонуса, как только сеть подтвердит платёж.',
  'invoices.watched':
    'Больше ничего не отправляйте на этот адрес. То, что уже в пути, будет зачислено без бонуса, если придёт до {time}: после {blockTime} — по меньшему из двух курсов, счёта и нашего на момент попадания в блок.',
  'invoices.not_watched':
    'Этот адрес больше не проверяется: ничего на него не отправляйте. Если вы отправили монеты после {time}, напишите в поддержку и укажите номер транзакции.',
  'invoices.report_label': 'Номер транзакции',
  'invoices.report_another': 'Сообщить о другой транзакции',
  'invoices.report_help': 'Если вы отправили биткоины позже: номер есть в вашем кошельке. Мы найдём платёж вручную.',
  'invoices.report': 'Сообщить о платеже',
  'invoices.reported':
    'Спасибо. Мы ищем транзакцию {hash}, обычно в течение одного рабочего дня. Она есть в списке ваших пополнений.',
  'invoices.reported_before':
    'Вы уже сообщали о транзакции {hash}, и мы её проверили. Результат — в списке ваших пополнений. Если вы с ним не согласны, напишите в поддержку.',
  'invoices.support': 'Написать в поддержку',

  'invoices.terms': 'Подробности',
  'invoices.for_amount': 'На сумму',
  'invoices.bonus': 'Бонус при оплате вовремя',
  'invoices.bonus_added': 'Бонус',
  'invoices.promo': 'Промокод {code} при оплате вовремя',
  'invoices.promo_added': 'Промокод {code}',
  'invoices.turnover': 'Оборот собственными средствами, чтобы бонус стал вашими деньгами',
  'invoices.rate': 'Курс',
  'invoices.rate_value': '1 {coin} = {rate}',
  'invoices.spread_value': '{spread}: {cost}',
  'invoices.spread': 'Наша надбавка к курсу, уже учтена',
  'invoices.lock':
    'Курс действует для суммы до {max} {coin}, попавшей в блок до {blockTime}; остальное и то, что придёт позже, зачисляется по меньшему из двух курсов: этого и нашего на момент попадания в блок. Курс зачисления не бывает выше рыночного в этот момент более чем на {gain}.',
  'invoices.ends': 'Счёт действует до',
  'invoices.credited': 'Уже зачислено',
  'invoices.after_end':
    'После срока адрес проверяется ещё 24 часа. То, что придёт за это время, зачисляется без бонуса. Позже платежи на него уже не видны.',
  'invoices.leave': 'Окно можно закрыть: счёт останется в списке, а за платежом мы следим в любом случае.',

  'invoices.cancel': 'Отменить счёт',
  'invoices.cancel_title': 'Отменить этот счёт?',
  'invoices.cancel_text':
    'Отменяйте его, только если ничего не отправили. Если монеты всё же придут в течение 24 часов, они будут зачислены без бонуса.',
  'invoices.cancel_keep': 'Оставить счёт',

  'invoices.payments': 'Платежи',
  'invoices.transaction': 'Транзакция',
  'invoices.payment_seen': '{confirmations} из {required} подтверждений',
  'invoices.payment_credited': 'Зачислено',
  'invoices.payment_checking': 'Проверяем',
  'invoices.payment_taken_back': 'Списано с вашего счёта: сеть больше не знает этот платёж',
  'invoices.payment_orphaned': 'Сеть больше не знает этот платёж. Если отправить его снова, он будет засчитан.',
  'invoices.payment_dust': 'Слишком мало для зачисления',
  'invoices.payment_token': 'Токен: не зачисляется. Чтобы вернуть его, напишите в поддержку.',
  'invoices.token': 'Токен',

  'invoices.other_title': 'Я отправлю другую сумму',
  'invoices.other_label': 'Сколько биткоинов вы отправите',
  'invoices.other_help': 'Покажем, сколько это будет у нас. Перевод не выполняется.',
  'invoices.other_save': 'Запомнить сумму',
  'invoices.other_invalid': 'Введите сумму в биткоинах, например 0.015.',
  'invoices.other_less': '{coinAmount} BTC по курсу счёта — это {amount}: зачислим без бонуса, если не придёт остаток.',
  'invoices.other_less_plain': '{coinAmount} BTC по курсу счёта — это {amount}.',
  'invoices.other_more':
    '{coinAmount} BTC по курсу счёта — это {amount}; курс действует для суммы до {max} BTC. На бонус это не влияет.',
}
