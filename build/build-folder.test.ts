import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { staticFiles } from '../src/server/http/static.ts'
import { buildFolder, hashOfInputs, parts } from './build-folder.ts'

let root: string
let dist: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'legwork-build-'))
  dist = join(root, 'dist')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}
const make =
  (version: string, during?: () => Promise<void>) =>
  async (fresh: string): Promise<void> => {
    write(join(fresh, 'client', 'index.html'), `<title>${version}</title>`)
    write(join(fresh, 'client', 'assets', `a-${version}.js`), version)
    await during?.()
    write(join(fresh, 'client', 'assets', `a-${version}.js.br`), `${version} compressed`)
    write(join(fresh, 'server', 'main.js'), version)
  }
const stopped = (): Promise<never> => Promise.reject(new Error('stopped'))
const placed = (): readonly string[] => [
  ...readdirSync(join(dist, 'client', 'assets')).toSorted(),
  readFileSync(join(dist, 'server', 'main.js'), 'utf8'),
]

async function served(
  files: ReturnType<typeof staticFiles>,
  version: string,
): Promise<readonly (string | undefined)[]> {
  const page = await files.page({ path: '/', acceptEncoding: '' })
  const script = await files.file(`/assets/a-${version}.js`, 'br')
  return [await page.text(), await script?.text()]
}

describe('a build', () => {
  test('takes the place of the last one whole, and leaves nothing else', async () => {
    await buildFolder(dist, '1', make('one'))
    await buildFolder(dist, '2', make('two'))
    expect(placed()).toEqual(['a-two.js', 'a-two.js.br', 'two'])
    expect(readdirSync(dist).toSorted()).toEqual([...parts])
  })
  test('is not made again while its inputs are the same', async () => {
    expect(await buildFolder(dist, '1', make('one'))).toBe(true)
    expect(await buildFolder(dist, '1', stopped)).toBe(false)
  })
  test('that fails leaves the last one, and is made again', async () => {
    await buildFolder(dist, '1', make('one'))
    await expect(buildFolder(dist, '2', make('two', stopped))).rejects.toThrow('stopped')
    expect(placed()).toEqual(['a-one.js', 'a-one.js.br', 'one'])
    expect(await buildFolder(dist, '2', make('two'))).toBe(true)
  })
  test('that was killed is removed once it can be none that goes on', async () => {
    const [old, young] = ['.building-1', '.building-2'].map(name => join(dist, name)) as [string, string]
    for (const folder of [old, young]) mkdirSync(folder, { recursive: true })
    utimesSync(old, 0, 0)
    await buildFolder(dist, '1', make('one'))
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  })
  test('and another at the same time leave one of them whole', async () => {
    const wait = (): Promise<void> => pause(5)
    await Promise.all(['one', 'two', 'three'].map(version => buildFolder(dist, version, make(version, wait))))
    expect(readdirSync(dist).toSorted()).toEqual([...parts])
    const [script = '', compressed, main] = placed()
    expect(compressed).toBe(`${script}.br`)
    expect(['one', 'two', 'three']).toContain(main)
  })
})

describe('a server that runs', () => {
  const one = ['<title>one</title>', 'one compressed']
  test('serves every file of its page while another build is made, is stopped, and is in place', async () => {
    await buildFolder(dist, '1', make('one'))
    const files = staticFiles(join(dist, 'client'), 'sandbox')
    const look = async (): Promise<void> => expect(await served(files, 'one')).toEqual(one)
    await expect(
      buildFolder(
        dist,
        '2',
        make('two', async () => {
          await look()
          await stopped()
        }),
      ),
    ).rejects.toThrow('stopped')
    await look()
    await buildFolder(dist, '2', make('two', look))
    await look()
    expect(await served(staticFiles(join(dist, 'client'), 'sandbox'), 'two')).toEqual([
      '<title>two</title>',
      'two compressed',
    ])
  })
})

test('the hash of inputs changes with a path, a content and the environment, not with a test', () => {
  write(join(root, 'src', 'a.ts'), 'a')
  const hash = (more: readonly string[] = []): string => hashOfInputs(root, ['src', 'absent'], more)
  const first = hash()
  write(join(root, 'src', 'a.test.ts'), 'test')
  expect(hash()).toBe(first)
  write(join(root, 'src', 'b.ts'), '')
  const second = hash()
  write(join(root, 'src', 'a.ts'), 'b')
  expect(new Set([first, second, hash(), hash(['NODE_ENV'])]).size).toBe(4)
})
