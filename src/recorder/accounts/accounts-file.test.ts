// @vitest-environment node
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecorderFile } from './accounts-file.ts'
import { createAuthority } from '../../testing/certificates.ts'
import { usualRetention } from './retention.ts'
import { keyPair } from '../../testing/key-pair.ts'

const pem = keyPair().privateKey
let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'legwork-recorder-file-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const account = { account: 'desk', apiKey: 'key', privateKey: 'desk.pem' }

function write(file: unknown, mode = 0o600, key = pem): string {
  writeFileSync(join(folder, 'desk.pem'), key)
  chmodSync(join(folder, 'desk.pem'), mode)
  const path = join(folder, 'recorder.json')
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  return path
}

const problemOf = async (path: string): Promise<string> => {
  const read = await readRecorderFile(path)
  return read.ok ? 'none' : read.problem
}

test('a file names accounts with keys beside it; its own key may read an account, and whom it names', async () => {
  const read = await readRecorderFile(write({ accounts: [{ ...account, readers: ['ann'] }] }))
  expect(read.ok && read.file.accounts[0]).toMatchObject({
    account: 'desk',
    tokenSeconds: 60,
    readers: new Set(['ann', 'key']),
  })
})

test('a file says how long what was seen stays, in days; what it does not say is as usual', async () => {
  const read = await readRecorderFile(write({ accounts: [account], retention: { minuteDays: 365, rowDays: 400 } }))
  expect(read.ok && read.file.retention).toEqual({ ...usualRetention, minuteDays: 365, rowDays: 400 })
  const usual = await readRecorderFile(write({ accounts: [account] }))
  expect(usual.ok && usual.file.retention).toEqual(usualRetention)
})

test.each([0o640, 0o604, 0o660, 0o666])(
  'a key that others may read is refused (mode %o), and nothing of it is said',
  async mode => {
    const problem = await problemOf(write({ accounts: [account] }, mode))
    expect(problem).toContain('chmod 600')
    expect(problem).not.toContain(pem.slice(60, 80))
  },
)

test.each([
  ['no JSON', '{', 'is not as it must be'],
  ['no account', { accounts: [] }, '(at "accounts")'],
  ['a key written into it', { accounts: [{ ...account, secret: pem }] }, '(at "accounts.0")'],
  ['one account twice', { accounts: [account, account] }, 'names the account "desk" twice'],
  ['minutes kept longer than hours', { accounts: [account], retention: { minuteDays: 999 } }, '(at "retention")'],
  ['a key that is not there', { accounts: [{ ...account, privateKey: 'other.pem' }] }, 'ENOENT'],
])('a file with %s is refused in words', async (_, file, text) => {
  const problem = await problemOf(write(file))
  expect(problem).toContain(text)
  expect(problem).not.toContain(pem.slice(60, 80))
})

test('a file of a key that is not one is refused without its text', async () => {
  const problem = await problemOf(write({ accounts: [account] }, 0o600, 'hunter2'))
  expect(problem).toContain('cannot be used')
  expect(problem).not.toContain('hunter2')
})

describe('places that alerts are sent to', () => {
  const webhook = { kind: 'webhook', name: 'hook', url: 'https://hooks.example/key', secretFile: 'hook.secret' }
  const mail = {
    kind: 'email',
    name: 'mail',
    host: 'smtp.example',
    port: 587,
    security: 'starttls',
    from: 'a@desk.example',
    to: ['b@desk.example'],
  }
  const alerts = { to: ['hook'] }
  const secret = 'a secret of thirty-two characters or more'
  const file = (destinations: readonly object[], more: object = {}) => ({
    accounts: [{ ...account, alerts }],
    destinations,
    ...more,
  })

  function writeSecrets(mode = 0o600, text = secret, login = '{"user":"ann","password":"hunter2"}'): void {
    for (const [name, held] of [
      ['hook.secret', text],
      ['smtp.json', login],
    ] as const) {
      writeFileSync(join(folder, name), held)
      chmodSync(join(folder, name), mode)
    }
  }

  test('are named once, with secrets in files beside it; levels of the file have an id that a restart does not change', async () => {
    writeSecrets()
    const levels = [{ kind: 'price', subject: 'BTC-USD-PERPETUAL', direction: 'above', level: '105000' }]
    const written = {
      accounts: [{ ...account, alerts: { to: ['mail', 'hook'], events: ['fill'], levels } }],
      destinations: [
        webhook,
        { ...mail, credentialsFile: 'smtp.json', quietHours: { from: '22:00', to: '07:00', zone: 'Europe/Prague' } },
      ],
      alertSeconds: 10,
    }
    const [first, second] = [await readRecorderFile(write(written)), await readRecorderFile(write(written))]
    const own = first.ok ? first.file.accounts[0]?.alerts : undefined
    expect(own?.to.map(each => [each.name, each.kind === 'email' ? each.login?.user : each.secret])).toEqual([
      ['mail', 'ann'],
      ['hook', secret],
    ])
    expect([...(own?.events ?? [])]).toEqual(['fill'])
    expect(own?.levels).toMatchObject([{ id: expect.stringMatching(/^file /) as string, level: '105000' }])
    expect(second.ok && second.file.accounts[0]?.alerts?.levels).toEqual(own?.levels)
    expect(first.ok && first.file.alertMs).toBe(10_000)
  })

  test.each([
    [
      'a webhook in plain over the network',
      [{ ...webhook, url: 'http://hooks.example' }],
      'a webhook is reached by https',
    ],
    ['a user in its address', [{ ...webhook, url: 'https://ann:pw@hooks.example' }], 'without a user in its address'],
    ['mail in plain over the network', [{ ...mail, security: 'none' }], 'only go to a server on this machine'],
    ['an address that is not one', [{ ...mail, to: ['b@desk.example, c@evil.example'] }], '(at "destinations.0.to.0")'],
    ['a secret written into it', [{ ...webhook, secret }], '(at "destinations.0")'],
    ['two of one name', [webhook, webhook], 'Two destinations are called "hook"'],
    ['an account that names another', [{ ...webhook, name: 'other' }], 'no destination is called "hook"'],
    [
      'a zone that is not one',
      [{ ...webhook, quietHours: { from: '22:00', to: '07:00', zone: 'Nowhere' } }],
      'no time zone has this name',
    ],
  ])('are refused in words: %s', async (_, destinations, words) => {
    writeSecrets()
    const problem = await problemOf(write(file(destinations)))
    expect(problem).toContain(words)
    expect(problem).not.toContain(secret)
  })

  test.each([
    ['open to others', 0o640, secret, 'chmod 600'],
    ['too short', 0o600, 'hunter2', 'too short'],
  ])('are refused where their secret is %s, and nothing of it is said', async (_, mode, text, words) => {
    writeSecrets(mode, text)
    const problem = await problemOf(write(file([webhook])))
    expect(problem).toContain(words)
    expect(problem).not.toContain(text)
  })

  test('name the authority of a mail server in a file that anybody may read', async () => {
    writeFileSync(join(folder, 'firm-ca.pem'), createAuthority('Desk Firm CA').cert)
    const read = await readRecorderFile(
      write({
        accounts: [{ ...account, alerts: { to: ['mail'] } }],
        destinations: [{ ...mail, caFile: 'firm-ca.pem' }],
      }),
    )
    const own = read.ok ? read.file.accounts[0]?.alerts?.to[0] : undefined
    expect(own?.kind === 'email' ? own.ca : undefined).toMatch(/^-----BEGIN CERTIFICATE-----/)
  })

  test.each([
    ['is not there', {}, undefined, 'cannot be read (ENOENT)'],
    ['holds no certificate', {}, 'a firm’s authority', 'holds no certificate of an authority'],
    [
      'holds the certificate of a server',
      {},
      createAuthority('CA').certify({ dns: ['mail'] }).cert,
      'holds no certificate of an authority',
    ],
    [
      'is given where there is no TLS',
      { security: 'none', host: '127.0.0.1' },
      createAuthority('CA').cert,
      'no effect without TLS',
    ],
  ])('are refused where the file of an authority %s', async (_, more, text, words) => {
    rmSync(join(folder, 'ca.pem'), { force: true })
    if (text !== undefined) writeFileSync(join(folder, 'ca.pem'), text)
    const destinations = [{ ...mail, caFile: 'ca.pem', ...more }]
    expect(await problemOf(write({ accounts: [{ ...account, alerts: { to: ['mail'] } }], destinations }))).toContain(
      words,
    )
  })

  test('are refused where their credentials are open to others or not as they must be', async () => {
    writeSecrets(0o604)
    const mailFile = {
      accounts: [{ ...account, alerts: { to: ['mail'] } }],
      destinations: [{ ...mail, credentialsFile: 'smtp.json' }],
    }
    expect(await problemOf(write(mailFile))).toContain('chmod 600')
    writeSecrets(0o600, secret, '{"user":"ann","pass":"hunter2"}')
    const problem = await problemOf(write(mailFile))
    expect(problem).toContain('not as they must be')
    expect(problem).not.toContain('hunter2')
  })
})
