import { describe, expect, test } from 'vitest'

import { dictionaries } from './dictionaries.ts'

/** Messages of the documents, contacts, chat, tips, day limit and promo codes, word for word (spec: funding 8, account 8). */
const messages = [
  [
    'cards.day_limit',
    'Dear client, due to safety reasons, your daily limit of {limit, plural, one {# credit card transaction} other {# credit card transactions}} per day is exceeded.',
    'Уважаемый клиент, в целях безопасности разрешено не более {limit, plural, one {# платежа} few {# платежей} many {# платежей} other {# платежа}} картой в день, и этот предел достигнут.',
  ],
  ['offers.bitcoin_why', 'Why Bitcoin?', 'Почему биткоин?'],
  ['offers.bitcoin_deposit', 'Deposit by Bitcoin', 'Пополнить биткоинами'],
  [
    'promo.invalid',
    'This promo code isn’t valid. Check the spelling.',
    'Промокод недействителен. Проверьте, нет ли опечатки.',
  ],
  ['validation.failed', 'Some errors, please try latter.', 'Произошла ошибка, попробуйте позже.'],
  ['support.close', 'Close Ticket', 'Закрыть обращение'],
  ['support.close_confirm', 'Are you sure?', 'Вы уверены?'],
  ['support.close_failed', 'Server error try again later.', 'Ошибка сервера, попробуйте позже.'],
  ['shell.retry', 'Try again', 'Повторить'],
  ['news.load_failed', 'error load data.', 'Ошибка загрузки данных.'],
  ['documents.retry', 'Try again', 'Повторить'],
  ['documents.retry_name', 'Try again: {name}', 'Повторить: {name}'],
  ['documents.wrong_type', 'File type is not [ PNG, JPG, JPEG, PDF ]!', 'Тип файла не [ PNG, JPG, JPEG, PDF ]!'],
  ['documents.failed', 'Some errors try latter', 'Произошла ошибка, попробуйте позже'],
  ['documents.success', 'Upload successful', 'Файл загружен'],
  ['documents.remove_failed', 'Unexpected errors...', 'Непредвиденная ошибка…'],
  ['documents.sign_empty', 'Cant save empty sign!', 'Нельзя сохранить пустую подпись!'],
  [
    'documents.lost',
    'We can no longer open this document. Our decision about it still applies. If it is still being checked, remove it and send it again.',
    'Этот документ у нас больше не открывается. Решение по нему остаётся в силе; если он ещё на проверке, удалите его и отправьте заново.',
  ],
  ['documents.choose_for', 'Choose a file: {kind}', 'Выбрать файл: {kind}'],
  ['documents.card', 'Payment card', 'Банковская карта'],
  ['documents.remove_name', 'Remove {name}', 'Удалить: {name}'],
  ['documents.open_name', 'Open {name}', 'Открыть: {name}'],
  ['documents.sign_save', 'Save signature', 'Сохранить подпись'],
  ['documents.sent_at', 'Sent {date}', 'Отправлено {date}'],
  [
    'auth.server_error',
    'The server could not answer. Please try again in a moment.',
    'Сервер не смог ответить. Попробуйте ещё раз чуть позже.',
  ],
  [
    'calls.server_error',
    'Your number could not be sent. Please try again in a moment.',
    'Не удалось отправить номер. Попробуйте ещё раз чуть позже.',
  ],
  [
    'calls.server_success',
    'Thank you. We have received your number and will call you back.',
    'Спасибо. Мы получили ваш номер и перезвоним.',
  ],
  [
    'contact.success',
    'Thank you. We have received your message and will reply to {email}.',
    'Спасибо. Мы получили ваше сообщение и ответим на {email}.',
  ],
  ['chat.title', 'Chat with support', 'Чат с поддержкой'],
  ['chat.failed_title', 'The chat is not responding', 'Чат не отвечает'],
  ['chat.write', 'Send a message', 'Отправить сообщение'],
  ['chat.retry', 'Try again', 'Повторить'],
  ['profile.tips_waiting', 'Saving your tip settings…', 'Сохраняем ваш выбор…'],
  ['profile.tips_error', 'Your tip settings could not be saved.', 'Не удалось сохранить ваш выбор.'],
  [
    'profile.tips_some_error',
    'Some error: your choice of tips was not saved. Try again in a moment.',
    'Произошла ошибка: ваш выбор не сохранён. Попробуйте ещё раз чуть позже.',
  ],
  [
    'profile.tips_success_off',
    'Tips are off. You can switch them on again in your menu.',
    'Советы выключены. Включить их снова можно в вашем меню.',
  ],
  ['profile.tip_hide', 'Hide tips', 'Скрыть советы'],
  ['profile.balance_real', 'Real {amount} {currency}, show details', 'Реальный {amount} {currency}, подробнее'],
] as const

/** Log-in, registration, password and personal page: where the specification has them, and their English words. */
const entryMessages = [
  ['funding 5', 'auth.email_empty', 'Enter your e-mail.'],
  ['funding 5', 'auth.password_empty', 'Enter your password.'],
  ['funding 5', 'auth.phone_unreal', 'This isn’t a valid phone number for that country. Check the digits.'],
  ['funding 8', 'auth.login_error', 'The e-mail or password is incorrect. Check both and try again.'],
  ['funding 8', 'auth.server_error', 'The server could not answer. Please try again in a moment.'],
  ['funding 8', 'errors.unreachable', 'We could not reach the server. Check your connection and try again.'],
  ['funding 2', 'auth.forgot', 'Forgot your password?'],
  ['funding 2', 'auth.forgot_title', 'Reset your password'],
  [
    'funding 2',
    'auth.forget_sent',
    'If there is an account with this e-mail, a link is on its way. It works once, for 30 minutes.',
  ],
  [
    'funding 2',
    'auth.reset_void',
    'This link no longer works: it has been used, is older than 30 minutes, or the password has changed since.',
  ],
  ['funding 2', 'auth.changed', 'Your password has been changed. Log in with the new one.'],
  ['funding 2', 'auth.autologin_ask_title', 'Do you want to log in?'],
  [
    'funding 2',
    'auth.autologin_ask',
    'A link or another site wants to log you in as {email}. Continue only if this is you.',
  ],
  ['funding 2', 'auth.autologin_other', 'You are currently logged in as {other}. If you continue, that session ends.'],
  ['funding 2', 'auth.autologin_no', 'Not now'],
  ['account 6', 'auth.expired', 'Your session has ended for your security. Log in to continue where you left off.'],
  ['account 6', 'auth.left', 'You are logged out.'],
  ['account 5', 'auth.first_name_empty', 'Enter your first name.'],
  ['account 5', 'auth.last_name_empty', 'Enter your last name.'],
  ['account 5', 'auth.email_invalid', 'Enter an e-mail like name@example.com.'],
  ['account 5', 'auth.password_short', 'Use at least 8 characters.'],
  ['account 5', 'auth.phone_invalid', 'Enter your phone number, e.g. +41 79 123 45 67.'],
  ['account 5', 'auth.adult_needed', 'You must be 18 or older to trade.'],
  ['account 5', 'auth.terms_needed', 'Please read and accept the terms.'],
  ['account 5', 'auth.usa_title', 'Not available in the United States'],
  ['account 5', 'auth.usa', 'Sorry, we can’t open accounts for people who live in the United States.'],
  ['account 5', 'auth.usa_close', 'Back to the form'],
  ['account 5', 'auth.promo_unknown', 'This promo code isn’t valid. Check the spelling.'],
  ['account 5', 'auth.passwords_differ', 'The passwords don’t match.'],
  ['account 8', 'auth.email_taken', 'There is already an account with this e-mail. Log in or use another e-mail.'],
  ['account 8', 'auth.old_password_wrong', 'Your current password is incorrect.'],
  [
    'account 8',
    'messages.500',
    'Something went wrong on our side. Check whether the change was made before you try again.',
  ],
  ['account 8', 'profile.saved', 'Your phone number is saved.'],
  ['account 8', 'profile.password_changed', 'Your password has been changed, and all other devices are logged out.'],
] as const

describe('messages of the specification', () => {
  test.each(entryMessages)('%s, %s: the English text is “%s”, and there is a Russian one', (_section, key, english) => {
    expect(dictionaries.en[key]).toBe(english)
    expect(dictionaries.ru[key]).toMatch(/[а-яё]/i)
  })

  test.each(messages)('%s has its text in English and Russian', (key, english, russian) => {
    expect(dictionaries.en[key]).toBe(english)
    expect(dictionaries.ru[key]).toBe(russian)
  })
})
