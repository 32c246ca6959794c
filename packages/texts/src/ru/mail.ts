import type { mail as en } from '../en/mail.ts'

export const mail: Record<keyof typeof en, string> = {
  'mail.foot': 'Это письмо отправлено автоматически с Tradefront.',
  'mail.stop': 'Отписаться от таких писем',
  'mail.stop_void': 'Ссылка недействительна. Войдите и отключите письма на странице поддержки.',
  'mail.action': 'Открыть',
  'mail.letter.reset.subject': 'Выберите новый пароль',
  'mail.letter.reset.text':
    'Кто-то запросил новый пароль для вашего счёта. Ссылка ниже сработает один раз, в течение {minutes, plural, one {# минуты} few {# минут} many {# минут} other {# минуты}}.\n\nЕсли это были не вы, ничего не делайте: пароль останется прежним.',
  'mail.letter.reset.action': 'Выбрать новый пароль',
  'mail.letter.password_changed.subject': 'Ваш пароль изменён',
  'mail.letter.password_changed.text':
    'Пароль вашего счёта изменён {at} UTC. На всех остальных устройствах выполнен выход.\n\nЕсли это были не вы, сразу смените пароль и напишите в поддержку.',
  'mail.letter.password_changed.action': 'Сменить пароль',
  'mail.letter.new_device.subject': 'Вход с нового устройства',
  'mail.letter.new_device.text':
    'В ваш счёт вошли с нового устройства.\n\nВремя: {at} UTC\nУстройство: {device}\nIP-адрес: {address}\n\nЕсли это были вы, ничего делать не нужно. Если нет, смените пароль: на всех остальных устройствах будет выполнен выход.',
  'mail.letter.new_device.action': 'Посмотреть мои устройства',
  'mail.letter.email_changed.subject': 'Почта вашего счёта изменена',
  'mail.letter.email_changed.text':
    '{at} UTC адрес вашего счёта изменён на {email}. Теперь для входа нужен он.\n\nЕсли это были не вы, отмените смену в течение {hours, plural, one {# часа} few {# часов} many {# часов} other {# часа}}: счёту вернётся прежний адрес, на всех устройствах будет выполнен выход, и вы выберете новый пароль.',
  'mail.letter.document_refused.subject': 'Отправьте документ заново',
  'mail.letter.document_refused.text':
    'Мы не смогли принять этот документ: {document}.\n\n{why} {next}\n\nОтправить его заново можно на странице документов.',
  'mail.letter.document_refused.action': 'Отправить заново',
  'mail.letter.document_approved.subject': 'Документ принят',
  'mail.letter.document_approved.text': 'Мы проверили и приняли этот документ: {document}.',
  'mail.letter.document_approved.action': 'Посмотреть документы',
  'mail.letter.verified.subject': 'Верификация пройдена',
  'mail.letter.verified.text': 'Все ваши документы приняты. Больше ничего не нужно.',
  'mail.letter.verified.action': 'Посмотреть документы',
  'mail.letter.alert.subject': 'Предупреждение: {kind}',
  'mail.letter.alert.text': '{list}\n\nВсе открытые предупреждения: npm run ops -- alerts',
  'mail.letter.alerts.subject': 'Предупреждений: {count, number}',
  'mail.letter.alerts.text': '{list}\n\nВсе открытые предупреждения: npm run ops -- alerts',
  'mail.ticket_marker': 'Пишите ответ над этой строкой',
  'mail.ticket_files': '{count, plural, one {# вложение} few {# вложения} many {# вложений} other {# вложения}}',
  'mail.letter.ticket_answered.subject': 'Re: {subject} [{number}]',
  'mail.letter.ticket_answered.text': 'Поддержка ответила на ваш вопрос «{subject}»:\n\n{content}{files}',
  'mail.letter.ticket_answered.action': 'Открыть обращение',
  'mail.letter.ticket_answered_reply.subject': 'Re: {subject} [{number}]',
  'mail.letter.ticket_answered_reply.text':
    '{marker}\n\nПоддержка ответила на ваш вопрос «{subject}»:\n\n{content}{files}\n\nОтветить можно на это письмо или на странице обращения. Письмо должно прийти с адреса вашего счёта.',
  'mail.letter.ticket_answered_reply.action': 'Открыть обращение',
  'mail.letter.ticket_question.subject': '[{number}] {subject}',
  'mail.letter.ticket_question.text':
    '{marker}{content}{files}\n\nНомер счёта: {account}\nПолучено: {at} UTC\n\nОтвет: npm run ops -- tickets answer {ticket}',
  'mail.letter.contact.subject': 'Сообщение {reference}',
  'mail.letter.contact.text':
    'Обращение поступило {at} UTC. Ваш ответ на это письмо получит автор. Если указан только телефон, позвоните.\n\nИмя: {name}\nЭл. почта: {email}\nТелефон: {phone}\nНомер счёта: {account}\n\n{message}',
  'mail.letter.call.subject': 'Просьба перезвонить: {reference}',
  'mail.letter.call.text': 'Просьба перезвонить получена {at} UTC.\n\nТелефон: {phone}\nНомер счёта: {account}',
  'mail.letter.email_change.subject': 'Подтвердите новый адрес почты',
  'mail.letter.email_change.text':
    'Адрес {email} указали как новую почту счёта Tradefront. Подтвердите его по ссылке ниже. Она сработает один раз, в течение часа.\n\nЕсли это были не вы, ничего не делайте: ничего не изменится.',
  'mail.letter.email_change.action': 'Подтвердить адрес',
  'mail.letter.email_changed.action': 'Отменить смену адреса',
  'mail.letter.prove_email.subject': 'Подтвердите адрес почты',
  'mail.letter.prove_email.text':
    'Добро пожаловать в Tradefront. Подтвердите, что этот почтовый ящик ваш. Ссылка ниже сработает один раз, в течение {days, plural, one {# дня} few {# дней} many {# дней} other {# дня}}.\n\nЕсли вы не открывали счёт, ничего не делайте.',
  'mail.letter.prove_email.action': 'Подтвердить адрес',
  'mail.letter.withdrawal_destination.subject': '{code} — код для новых реквизитов',
  'mail.letter.withdrawal_destination.text':
    'Указаны новые реквизиты для вывода: {method}, {account}.\n\nЕсли это вы, введите код: {code}\n\nВывести на них деньги можно будет с {at} UTC: новые реквизиты можно использовать только после периода ожидания, чтобы защитить ваши деньги.\n\nЕсли это не вы, никому не сообщайте код, сразу смените пароль и напишите в поддержку.',
  'mail.letter.withdrawal_waiting_approval.subject': 'Проверяем ваш вывод на {amount}',
  'mail.letter.withdrawal_waiting_approval.text':
    'Мы получили вашу заявку на вывод. Деньги зарезервированы; перед отправкой мы её проверяем. До одобрения её можно отменить.\n\n{details}\n\nЕсли это не вы, сразу смените пароль и напишите в поддержку.',
  'mail.letter.withdrawal_waiting_documents.subject': 'Ваш вывод на {amount} ждёт документов',
  'mail.letter.withdrawal_waiting_documents.text':
    'Мы получили вашу заявку на вывод. Деньги зарезервированы, пока не одобрены ваши документы и не проверена заявка: отправьте, пожалуйста, недостающие документы. До одобрения заявку можно отменить.\n\n{details}\n\nЕсли это не вы, сразу смените пароль и напишите в поддержку.',
  'mail.letter.withdrawal_approved.subject': 'Ваш вывод на {amount} одобрен',
  'mail.letter.withdrawal_approved.text': 'Мы отправляем деньги. Когда отправим, придёт ещё одно письмо.\n\n{details}',
  'mail.letter.withdrawal_paid.subject': 'Квитанция: вывод {amount}',
  'mail.letter.withdrawal_paid.text': 'Деньги отправлены. Это письмо — квитанция.\n\n{details}',
  'mail.letter.withdrawal_paid_part.subject': 'Отправлена часть вывода: {paid}',
  'mail.letter.withdrawal_paid_part.text':
    'Часть денег отправить не удалось. {returned} снова на вашем счёте, комиссия не взята. {reason}\n\n{details}',
  'mail.letter.withdrawal_returned.subject': 'Не удалось отправить вывод на {amount}',
  'mail.letter.withdrawal_returned.text': 'Все деньги снова на вашем счёте, комиссия не взята. {reason}\n\n{details}',
  'mail.letter.withdrawal_rejected.subject': 'Вывод на {amount} отклонён',
  'mail.letter.withdrawal_rejected.text': '{reason}\n\nВсе деньги снова на вашем счёте.\n\n{details}',
  'mail.letter.withdrawal_stopped.subject': 'Вывод на {amount} остановлен',
  'mail.letter.withdrawal_stopped.text':
    '{reason}\n\nСколько осталось, показывает баланс. Если денег не хватило, остальное — ваш долг: он спишется с ближайших поступлений на счёт. Комиссия не взята.\n\n{details}',
  'mail.letter.withdrawal_cancelled.subject': 'Вы отменили вывод на {amount}',
  'mail.letter.withdrawal_cancelled.text':
    'Все деньги снова на вашем счёте.\n\n{details}\n\nЕсли это не вы, сразу смените пароль и напишите в поддержку.',
  'mail.withdrawal_amount': 'Сумма: {amount}',
  'mail.withdrawal_fee': 'Комиссия: {amount}',
  'mail.withdrawal_part': '{method}, {place}: {amount}',
  'mail.withdrawal_returned': 'Вернулось на ваш счёт: {amount}',
  'mail.withdrawal_sent': 'Отправлено до этого: {amount}',
  'mail.withdrawal_stopped': 'Больше не зарезервировано: {amount}',
  'mail.withdrawal_bonus_frozen':
    'Заморожен бонус: {amount}. Он списывается, когда отправлена первая часть денег, и возвращается, если ничего не отправлено. До этого запросить другой вывод нельзя.',
  'mail.withdrawal_bonus_taken': 'Бонус, от которого вы отказались при этом выводе: {amount}',
  'mail.withdrawal_bonus_back': 'Бонус возвращён, набранный оборот сохранён: {amount}',
  'mail.withdrawal_no_reason': 'Если есть вопросы, напишите в поддержку.',
  'mail.deposit_amount': 'Сумма: {amount}',
  'mail.deposit_bonus': 'Бонус: {bonus}',
  'mail.deposit_promo': 'Бонус по промокоду {code}: {bonus}',
  'mail.deposit_turnover':
    'Оборот собственными средствами, чтобы бонус стал вашими деньгами: {turnover}. После него до {release} станут вашими деньгами. Ничьи, аннулированные и встречные сделки, а также ставки бонусом не засчитываются.',
  'mail.deposit_instrument': 'Способ оплаты: {instrument}',
  'mail.deposit_date': 'Дата: {at} UTC',
  'mail.deposit_reference': 'Номер: {reference}',
  'mail.deposit_statement': 'Название в выписке по карте: {name}',
  'mail.deposit_statement_wallet': 'В выписке указано: {name}',
  'mail.deposit_your_bank': 'вашего банка',
  'mail.deposit_source': 'счёт, с которого они пришли',
  'mail.deposit_next_day': 'Ничего не списано. Платить картой снова можно с 00:00 UTC.',
  'mail.deposit_captured': 'Банк всё же списал за него деньги. Об этом придёт отдельное письмо.',
  'mail.deposit_captured_wallet': '{name}: деньги всё же списаны. Об этом придёт отдельное письмо.',
  'mail.deposit_returned': 'Банк вернул деньги, которые успел списать.',
  'mail.deposit_returned_wallet': '{name}: списанные деньги возвращены.',
  'mail.deposit_late_why': 'Ваш банк подтвердил этот платёж с опозданием, когда он уже завершился неудачей.',
  'mail.deposit_late_why_wallet': '{name}: платёж подтверждён с опозданием, когда он уже завершился неудачей.',
  'mail.deposit_late_other_wallet': '{name}: списана не та сумма, которую вы выбрали.',
  'mail.deposit_late_other': 'Банк списал не ту сумму, которую вы выбрали.',
  'mail.deposit_part_rest':
    'Поступил платёж по вашему счёту на оплату, деньги зачислены. Бонус, если вы его выбрали, начисляется с платежом, который вовремя закроет всю сумму.',
  'mail.deposit_part_ended':
    'Поступил платёж по вашему счёту на оплату, деньги зачислены. Срок оплаты закончился раньше, чем пришла вся сумма, поэтому бонуса нет.',
  'mail.deposit_part_canceled':
    'Этот платёж поступил, когда вы уже отменили счёт на оплату. Деньги зачислены по курсу из этого счёта. Бонуса за него нет.',
  'mail.deposit_part_more':
    'Вы отправили больше, чем указано в счёте на оплату. Этот платёж тоже зачислен. Бонус остаётся таким, как в счёте на оплату.',
  'mail.deposit_part_lower':
    'Платёж зачислен. Курс счёта действует не для всей суммы: она больше запрошенной, блок появился слишком поздно или рынок упал слишком сильно. Средний курс зачисления: 1 {coin} = {rate}. Бонуса за этот платёж нет.',
  'mail.letter.deposit_credited.subject': 'Квитанция: пополнение на {amount}',
  'mail.letter.deposit_credited.text': 'Деньги зачислены на ваш счёт. Это письмо — квитанция.\n\n{details}',
  'mail.letter.deposit_credited.action': 'Посмотреть пополнения',
  'mail.letter.deposit_failed.subject': '{what}: {amount}',
  'mail.letter.deposit_failed.text': '{what}. {next}\n\n{details}',
  'mail.letter.deposit_failed.action': 'Пополнить счёт',
  'mail.letter.deposit_review.subject': 'Проверяем ваш платёж на {amount}',
  'mail.letter.deposit_review.text':
    'Банк ещё не сообщил результат. Если деньги списаны, они поступят на ваш счёт или вернутся на карту. Делать ничего не нужно: о результате мы напишем. Пока можно начать новый платёж.\n\n{details}',
  'mail.letter.deposit_review.action': 'Посмотреть пополнения',
  'mail.letter.deposit_review_wallet.subject': 'Проверяем ваш платёж на {amount}',
  'mail.letter.deposit_review_wallet.text':
    'Ответа от {name} ещё нет. Если деньги списаны, они поступят на ваш счёт или вернутся туда, откуда пришли. Делать ничего не нужно: о результате мы напишем. Пока можно начать новый платёж.\n\n{details}',
  'mail.letter.deposit_review_wallet.action': 'Посмотреть пополнения',
  'mail.letter.deposit_claimed.subject': 'Ищем ваш платёж на {amount}',
  'mail.letter.deposit_claimed.text':
    'Вы сообщили об этом платеже. Мы вручную проверяем, поступил ли он, — обычно в течение одного рабочего дня. Как только найдём его, зачислим деньги на ваш счёт и напишем вам. Делать ничего не нужно.\n\n{details}',
  'mail.letter.deposit_claimed.action': 'Посмотреть пополнения',
  'mail.letter.deposit_claim_part.subject': 'Поступила часть платежа: {amount}',
  'mail.letter.deposit_claim_part.text':
    'Вы сообщили о платеже на {claimed}, поступило {amount}. Деньги на вашем счёте, без бонуса. Если вы отправили больше, напишите в поддержку и приложите квитанцию.\n\n{details}',
  'mail.letter.deposit_claim_part.action': 'Посмотреть пополнения',
  'mail.letter.deposit_late.subject': '{amount} зачислены позже',
  'mail.letter.deposit_late.text':
    '{why} {amount} на вашем счёте, без бонуса и его оборота.\n\nРешать вам: на странице «Пополнить счёт» нажмите «Оставить» или «{sendBack}». Если ничего не делать, деньги останутся на счёте.\n\n{details}',
  'mail.letter.deposit_late.action': 'Оставить или вернуть',
  'mail.letter.deposit_part.subject': 'Поступило: {amount}',
  'mail.letter.deposit_part.text': '{why}\n\n{details}',
  'mail.letter.deposit_part.action': 'Посмотреть пополнения',
  'mail.letter.deposit_refunded.subject': 'Возврат: {amount}',
  'mail.letter.deposit_refunded.text':
    'Мы вернули {amount} на {target}. Обычно деньги поступают в течение {days, plural, one {# дня} few {# дней} many {# дней} other {# дня}}; срок зависит от {who}.\n\n{details}',
  'mail.letter.deposit_refunded.action': 'Посмотреть пополнения',
  'mail.letter.deposit_taken_back.subject': '{amount} списаны с вашего счёта',
  'mail.letter.deposit_taken_back.text': '{why}\n\n{details}',
  'mail.letter.deposit_taken_back.action': 'Посмотреть пополнения',
  'mail.prize_weekly': 'недельного турнира',
  'mail.prize_weekend': 'турнира выходных',
  'mail.prize_bonus': 'бонус {amount}',
  'mail.letter.loss_return.subject': 'Следующая сделка «Вверх/Вниз»: вернём до {amount}, если она проиграет',
  'mail.letter.loss_return.text':
    'Вы приняли наше предложение. {day} (UTC) ваш убыток по сделкам составил {loss} собственных средств. {percent, number, ::percent scale/0.01} от этой суммы — {amount}.\n\nЕсли следующая сделка «Вверх/Вниз», купленная на собственные средства, проиграет, мы вернём вам до {amount}, но не больше собственных средств, поставленных на эту сделку. Это деньги: их можно вывести или поставить.\n\nЕсли сделка выиграет или вы продадите её досрочно, ничего не возвращается. Если она закончится вничью или будет аннулирована, предложение переходит на следующую сделку. Сделки на лестнице его не расходуют. Если одновременно была открыта сделка в другую сторону по тому же инструменту, ничего не возвращается. Предложение делается один раз. В среднем сделки, после которых делается это предложение, стоят больше, чем оно возвращает.',
  'mail.letter.loss_return.action': 'Торговать',
  'mail.letter.prize_unverified.subject': 'Ваш приз — {prize}: отправьте документы до {until}',
  'mail.letter.prize_unverified.text':
    'Вы заняли {rank}-е призовое место по итогам {tournament}, который завершился {date}. Ваш приз — {prize}. Мы выплатим его, когда вы пройдёте верификацию; крупные денежные призы мы перед этим проверяем. Отправьте документы заранее: если вы не пройдёте верификацию до {until}, приз сгорит.',
  'mail.letter.prize_unverified.action': 'Посмотреть призы',
  'mail.letter.prize_cash.subject': 'Ваш приз — {prize}: {rank}-е место по итогам {tournament}',
  'mail.letter.prize_cash.text':
    'Вы заняли {rank}-е место по итогам {tournament}, который завершился {date}. Приз {prize} зачислен на ваш счёт деньгами: им можно торговать, его можно вывести, оборот не нужен.',
  'mail.letter.prize_cash.action': 'Посмотреть призы',
  'mail.letter.prize_bonus.subject': 'Ваш приз — бонус {prize}: {rank}-е место по итогам {tournament}',
  'mail.letter.prize_bonus.text':
    'Вы заняли {rank}-е место по итогам {tournament}, который завершился {date}. Ваш приз — бонус {prize}, он уже на счёте. Поставьте в сумме {turnover} собственных средств, и до {release} бонусных денег станут вашими. Ничьи, аннулированные и встречные сделки, а также ставки бонусом не засчитываются. При выводе до этого вы теряете бонус и всё, что на него выиграно.',
  'mail.letter.prize_bonus.action': 'Посмотреть призы',
  'mail.letter.prize_item.subject': 'Ваш приз — {prize}: {rank}-е место по итогам {tournament}',
  'mail.letter.prize_item.text':
    'Вы заняли {rank}-е место по итогам {tournament}, который завершился {date}. Ваш приз — {prize}. Мы напишем вам на этот адрес и спросим, куда его отправить. Делать ничего не нужно.',
  'mail.letter.prize_item.action': 'Посмотреть призы',
  'mail.letter.price_alert_reached.subject': '{title}',
  'mail.letter.price_alert_reached.text':
    '{title}, {at} UTC. Оповещение было задано на {level}.\n\nОно завершено. Новое можно создать на графике.',
  'mail.letter.price_alert_reached.action': 'Открыть график',
  'mail.letter.price_alert_expired.subject': '{title}',
  'mail.letter.price_alert_expired.text':
    '{title} за {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}, поэтому оповещение завершено. Новое можно создать на графике.',
  'mail.letter.price_alert_expired.action': 'Открыть график',
}
