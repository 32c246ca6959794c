import { expect, test } from 'vitest'

import { getPageName, paths, patterns, parseReturnTarget } from './paths.ts'

test('every URL of the app', () => {
  expect({
    site: paths.site('en'),
    login: paths.login('en'),
    loginWithTarget: paths.login('ru', '/show/funding', 'expired'),
    loggedOut: paths.login('en', '', 'left'),
    register: paths.register('en'),
    forgot: paths.forgot('en'),
    reset: paths.reset('en'),
    autologin: paths.autologin('en'),
    changed: paths.login('en', '', 'changed'),
    refused: paths.login('en', '/home', 'refused'),
    page: paths.page('en', 'terms'),
    modal: paths.modal('en', 'modal-register-demo'),
    trading: paths.trading('en'),
    tradingWithTarget: paths.trading('ru', '/home'),
    home: paths.home(),
    show: paths.show('funding'),
    showWith: paths.showWith('funding', 'entro'),
    fragment: paths.fragment('validate'),
    listen: paths.listen('funding', 'pfs', 'ID', 'UID'),
    patterns,
  }).toMatchInlineSnapshot(`
    {
      "autologin": "/en/autologin",
      "changed": "/en/login?changed",
      "forgot": "/en/forgot",
      "fragment": "/sw/validate",
      "home": "/home",
      "listen": "/listen/funding/pfs/ID/UID",
      "loggedOut": "/en/login?left",
      "login": "/en/login",
      "loginWithTarget": "/ru/login?expired#/show/funding",
      "modal": "/en/#modal-register-demo",
      "page": "/en/show/terms",
      "patterns": {
        "autologin": "/$lang/autologin",
        "forgot": "/$lang/forgot",
        "fragment": "/sw/$page",
        "home": "/home",
        "listen": "/listen/$page/$proc/$id/$uid",
        "login": "/$lang/login",
        "page": "/$lang/show/$page",
        "register": "/$lang/register",
        "reset": "/$lang/reset",
        "show": "/show/$page",
        "showWith": "/show/$page/$add",
        "site": "/$lang",
      },
      "refused": "/en/login?refused#/home",
      "register": "/en/register",
      "reset": "/en/reset",
      "show": "/show/funding",
      "showWith": "/show/funding/entro",
      "site": "/en/",
      "trading": "/en/trading",
      "tradingWithTarget": "/ru/trading#/home",
    }
  `)
})

test.each([
  ['#/home', '/home'],
  ['#/show/funding', '/show/funding'],
  ['#/show/funding/entro', '/show/funding/entro'],
  ['#/listen/funding/pfs/4b1c-9/77aa-0', '/listen/funding/pfs/4b1c-9/77aa-0'],
  ['', ''],
  ['#main', ''],
  ['#//evil.example', ''],
  [String.raw`#\\evil.example`, ''],
  [String.raw`#/\evil.example`, ''],
  ['#javascript:alert(1)', ''],
  ['#https://evil.example/home', ''],
  ['#/%2f%2fevil.example', ''],
  ['#/home/../..//evil.example', ''],
  ['#/home\n//evil.example', ''],
  ['#/show/../../login', ''],
  ['#/show/javascript:alert(1)', ''],
])('%s leads back to "%s"', (hash, target) => {
  expect(parseReturnTarget(hash)).toBe(target)
})

test.each([
  ['/home', 'home'],
  ['/show/funding', 'funding'],
  ['/show/funding/entro', 'funding'],
  ['/listen/funding/pfs/1/2', 'funding'],
  ['/sw/validate', 'validate'],
  ['/en/show/terms', 'terms'],
  ['/ru/login', 'login'],
  ['/en/', 'landing'],
  ['/', 'landing'],
])('the settings call %s "%s"', (path, name) => {
  expect(getPageName(path)).toBe(name)
})
