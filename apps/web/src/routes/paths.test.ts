import { expect, test } from 'vitest'

import { getAreaHome, getPageName, getPageHref, parseReturnTarget, paths } from './paths.ts'
import { findSiteScreen, siteScreens } from './site-routes.ts'
import { tradingScreens } from './trading-routes.tsx'

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
    invoice: paths.invoice('BTC', 'GUID'),
    newTicket: paths.newTicket(),
    fragment: paths.fragment('validate'),
    listen: paths.listen('funding', 'pfs', 'ID', 'UID'),
    sitePatterns: siteScreens.map(({ path }) => path),
    tradingPatterns: tradingScreens.map(({ path }) => path),
  }).toMatchInlineSnapshot(`
    {
      "autologin": "/en/autologin",
      "changed": "/en/login?changed",
      "forgot": "/en/forgot",
      "fragment": "/sw/validate",
      "home": "/home",
      "invoice": "/show/funding/invoice/btc/GUID",
      "listen": "/listen/funding/pfs/ID/UID",
      "loggedOut": "/en/login?left",
      "login": "/en/login",
      "loginWithTarget": "/ru/login?expired#/show/funding",
      "modal": "/en/#modal-register-demo",
      "newTicket": "/show/support/new",
      "page": "/en/show/terms",
      "refused": "/en/login?refused#/home",
      "register": "/en/register",
      "reset": "/en/reset",
      "show": "/show/funding",
      "showWith": "/show/funding/entro",
      "site": "/en/",
      "sitePatterns": [
        "/",
        "/login",
        "/register",
        "/forgot",
        "/reset",
        "/email",
        "/mails",
        "/autologin",
        "/proof",
        "/show/$page",
      ],
      "trading": "/en/trading",
      "tradingPatterns": [
        "/home",
        "/show/funding/{-$add}",
        "/show/funding/invoice/$coin/$guid",
        "/listen/funding/$proc/$id/$uid",
        "/show/history/{-$add}",
        "/show/withdrawal/{-$add}",
        "/show/reports/{-$add}",
        "/show/deposits/{-$add}",
        "/show/contest/{-$tab}",
        "/show/news/{-$item}",
        "/show/replay",
        "/show/support/{-$ticket}",
        "/show/signals/{-$add}",
        "/show/personal/{-$part}",
        "/show/documents/{-$add}",
        "/show/promo/{-$add}",
        "/show/account/{-$add}",
        "/show/trade/$id",
        "/show/real/{-$add}",
        "/sw/validate",
        "/show/$page/{-$add}",
        "/listen/$page/$proc/$id/$uid",
        "/sw/$page",
      ],
      "tradingWithTarget": "/ru/trading#/home",
    }
  `)
})

test.each([
  ['#/home', '/home'],
  ['#/show/funding', '/show/funding'],
  ['#/show/funding/entro', '/show/funding/entro'],
  ['#/listen/funding/pfs/4b1c-9/77aa-0', '/listen/funding/pfs/4b1c-9/77aa-0'],
  ['#/show/deposits?state=waiting&period=y2026', '/show/deposits?state=waiting&period=y2026'],
  ['#/show/deposits?state=//evil.example', ''],
  ['#/show/deposits?', ''],
  ['#/show/funding/invoice/btc/4b1c-9', '/show/funding/invoice/btc/4b1c-9'],
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
])('%s is accepted as return target "%s"', (hash, target) => {
  expect(parseReturnTarget(hash)).toBe(target)
})

test.each([
  ['/home', 'home'],
  ['/show/funding', 'funding'],
  ['/show/funding/entro', 'funding'],
  ['/show/funding/invoice/btc/4b1c-9', 'funding'],
  ['/listen/funding/pfs/1/2', 'funding'],
  ['/sw/validate', 'validate'],
  ['/en/show/terms', 'terms'],
  ['/ru/login', 'login'],
  ['/en/', 'landing'],
  ['/', 'landing'],
])('page name of %s is "%s"', (path, name) => {
  expect(getPageName(path)).toBe(name)
})

test.each([
  ['/en/trading', '#/home', '#/show/terms'],
  ['/ru/login', '/ru/', '/ru/show/terms'],
  ['/en/', '/en/', '/en/show/terms'],
])('from %s the first page of the area is %s and the terms are at %s', (pathname, home, terms) => {
  expect(getAreaHome(pathname)).toBe(home)
  expect(getPageHref(pathname, 'terms')).toBe(terms)
})

test.each([
  ['/en/', '/'],
  ['/en', '/'],
  ['/ru/login', '/login'],
  ['/ru/login/', '/login'],
  ['/en/show/terms', '/show/$page'],
  ['/en/show/terms/more', undefined],
  ['/en/show', undefined],
  ['/en/nowhere', undefined],
  ['/en/trading', undefined],
])('the screen of %s is %s', (pathname, path) => {
  expect(findSiteScreen(pathname)?.path).toBe(path)
})
