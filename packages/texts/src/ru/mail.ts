import type { mail as en } from '../en/mail.ts'

export const mail: Record<keyof typeof en, string> = {
  'mail.foot': 'Это письмо отправлено автоматически с Tradefront.',
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
  'mail.letter.contact.subject': 'Сообщение {reference}',
  'mail.letter.contact.text':
    'Обращение поступило {at} UTC. Ваш ответ на это письмо получит автор.\n\nИмя: {name}\nЭл. почта: {email}\nТелефон: {phone}\nНомер счёта: {account}\n\n{message}',
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
}
