// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest'
import { createServerApp } from './app.ts'
import { parseEnv } from './env.ts'
import { refuseUpgrade } from './feed-socket.ts'
import { staticFiles } from './static.ts'

const desk = 'https://desk.example'
const server = 'http://127.0.0.1:8787'
const reached: string[] = []
let app: ReturnType<typeof createServerApp>

beforeAll(() => {
  app = createServerApp({
    files: staticFiles('none', 'sandbox'),
    exchange: {
      fetch: request => {
        reached.push(`${request.method} ${new URL(request.url).pathname}`)
        return Response.json({ ok: true })
      },
    },
    allowedHosts: [],
    allowedOrigins: [desk],
  })
})

interface Asked {
  readonly method?: string
  readonly body?: string
  readonly headers: Readonly<Record<string, string>>
}

const ask = (path: string, init: Asked): Promise<Response> => {
  const { headers, ...rest } = init
  return app.fetch(
    new Request(`${server}${path}`, {
      ...rest,
      headers: { host: '127.0.0.1:8787', 'sec-fetch-site': 'cross-site', ...headers },
    }),
  )
}
const order = (origin: string) => ({
  method: 'POST',
  body: '{}',
  headers: { origin, 'content-type': 'application/json', credentials_secret: 'a.b.c' },
})
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,credentials_secret',
  },
})

describe('a page of another host', () => {
  test('that is admitted asks first, sends, and may read the answer', async () => {
    const before = await ask('/v1/api/order', preflight(desk))
    expect(before.status).toBe(204)
    expect(before.headers.get('access-control-allow-origin')).toBe(desk)
    expect(before.headers.get('access-control-allow-headers')).toContain('credentials_secret')
    expect(before.headers.get('access-control-allow-credentials')).toBeNull()
    const answer = await ask('/v1/api/order', order(desk))
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, desk])
    expect(answer.headers.get('vary')).toContain('origin')
    expect(reached.splice(0)).toEqual(['POST /v1/api/order'])
  })

  test.each(['https://evil.example', `${desk}.evil.example`, 'http://desk.example', 'null'])(
    'from %s is not admitted: its order is refused, and no answer is for it to read',
    async origin => {
      expect((await ask('/v1/api/order', order(origin))).status).toBe(403)
      for (const init of [preflight(origin), { headers: { origin } }]) {
        expect((await ask('/v1/api/order', init)).headers.get('access-control-allow-origin')).toBeNull()
      }
      expect(reached.splice(0).filter(each => each.startsWith('POST'))).toEqual([])
    },
  )

  test('may neither sign in as whom it likes nor use the practice desk', async () => {
    for (const path of ['/sandbox/session', '/sandbox/control/freeze', '/healthz']) {
      const answer = await ask(path, order(desk))
      expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 403, null])
    }
    expect(reached).toEqual([])
  })

  test('opens a socket where it is admitted', () => {
    const accessRules = { allowedHosts: [], allowedOrigins: [desk], venueKey: 'sandbox' }
    const upgrade = (origin: string) => ({ url: '/v1/feed', headers: { host: '127.0.0.1:8787', origin } })
    const refused = (origin: string) =>
      refuseUpgrade(upgrade(origin) as Parameters<typeof refuseUpgrade>[0], accessRules)
    expect(refused(desk)).toBeUndefined()
    expect(refused('https://evil.example')).toBe('403 Forbidden')
  })
})

test.each([
  '*',
  'desk.example',
  'http://desk.example',
  'https://desk.example/',
  'https://desk.example/app',
  'https://a:b@desk.example',
])('SANDBOX_ALLOW_ORIGIN=%s stops the start with a line that names it', origin => {
  const parsed = parseEnv({ SANDBOX_ALLOW_ORIGIN: origin })
  expect(parsed.ok ? [] : parsed.problems).toEqual([expect.stringContaining('SANDBOX_ALLOW_ORIGIN')])
})
