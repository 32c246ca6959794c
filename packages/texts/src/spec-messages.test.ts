import { describe, expect, test } from 'vitest'

import { dictionaries } from './dictionaries.ts'

/** Messages of the documents, contacts, chat and tips, word for word (spec: funding 8, account 8). */
const messages = [
  ['documents.load_failed', 'Your documents could not be loaded.', 'Не удалось загрузить ваши документы.'],
  ['shell.retry', 'Try again', 'Повторить'],
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
    'Thank you. We will call you back within one working day.',
    'Спасибо. Мы перезвоним вам в течение одного рабочего дня.',
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
  ['profile.balance_open', 'Balance {amount} {currency}, show details', 'Баланс {amount} {currency}, подробнее'],
] as const

describe('messages of the specification', () => {
  test.each(messages)('%s has its text in English and Russian', (key, english, russian) => {
    expect(dictionaries.en[key]).toBe(english)
    expect(dictionaries.ru[key]).toBe(russian)
  })
})
