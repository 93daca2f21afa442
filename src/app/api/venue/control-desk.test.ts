import { describe, expect, test } from 'vitest'
import { type DeskCommand, askDesk } from './control-desk.ts'
import type { HttpRequest } from '../../../core/client/http.ts'

const state = {
  now: '1795000000000000',
  frozen: true,
  prices_set: { BTC: '100000' },
  faults: [{ fault: 'slow', account: 'desk', count: 2, ms: 5 }],
}

async function asked(status: number, answer: unknown, command?: DeskCommand) {
  const requests: HttpRequest[] = []
  const reply = await askDesk(async request => {
    requests.push(request)
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    return { status, text, header: () => undefined }
  }, command)
  return { reply, requests }
}

describe('the control desk', () => {
  test('reports time, settings and pending faults', async () => {
    const { reply, requests } = await asked(200, state)
    expect(reply).toEqual({
      ok: true,
      state: {
        now: '1795000000000000',
        isFrozen: true,
        pricesSet: ['BTC'],
        faults: [expect.objectContaining({ fault: 'slow', count: 2 })],
      },
    })
    expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/sandbox/control', undefined],
    ])
  })
  test.each([
    [{ path: 'freeze' }, undefined],
    [{ path: 'advance', body: { ms: 60_000 } }, '{"ms":60000}'],
    [{ path: 'prices', body: { BTC: '90000' } }, '{"BTC":"90000"}'],
    [{ path: 'faults/clear', body: { account: 'desk' } }, '{"account":"desk"}'],
  ] as const)('is told %j under its own path, as JSON where there is something to say', async (command, body) => {
    const { requests } = await asked(200, state, command)
    expect(requests.map(each => [each.method, each.url, each.body, each.headers])).toEqual([
      [
        'POST',
        `/sandbox/control/${command.path}`,
        body,
        body === undefined ? {} : { 'content-type': 'application/json' },
      ],
    ])
  })
  test.each([204, 403, 404])('is not there where the server answers %s', async status => {
    expect((await asked(status, '')).reply).toEqual({ ok: false, kind: 'absent' })
  })
  test('refuses in its own words, and in ours where it has none', async () => {
    expect((await asked(400, { error: 'no such price' })).reply).toEqual({
      ok: false,
      kind: 'refused',
      text: 'no such price',
    })
    expect((await asked(500, {})).reply).toEqual({ ok: false, kind: 'refused', text: 'The desk answered 500.' })
    expect((await asked(200, { ...state, now: 'soon' })).reply).toMatchObject({ ok: false, kind: 'refused' })
    expect((await asked(200, '<html>')).reply).toMatchObject({ ok: false, kind: 'refused' })
  })
  test('that does not answer is no desk that did something', async () => {
    const reply = await askDesk(() => Promise.reject(new TypeError('network')), { path: 'freeze' })
    expect(reply).toEqual({ ok: false, kind: 'refused', text: 'network' })
  })
})
