import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

interface Tool {
  readonly about: string
  readonly commands: readonly (readonly [string, ...string[]])[]
  readonly env?: Readonly<Record<string, string>>
}

const build: Tool['commands'] = [['tsx', 'build/build-app.ts']]

const tools: Readonly<Record<string, Tool>> = {
  sim: {
    about: 'random histories of the exchange (--desk: of the order desk)',
    commands: [['tsx', 'e2e/tools/simulate.ts']],
  },
  fuzz: { about: 'strange requests, upgrades and socket messages', commands: [['tsx', 'e2e/tools/fuzz.ts']] },
  repeat: {
    about: 'npm test (--slow: test:slow) N times, beside --load PROCESSES, recorded in docs/evidence.md',
    commands: [['tsx', 'e2e/tools/repeat.ts']],
  },
  mutate: {
    about: 'changes what decides about money in many small ways: do its tests notice?',
    commands: [['tsx', 'e2e/tools/mutate.ts']],
  },
  properties: { about: 'every property from other seeds', commands: [['tsx', 'e2e/tools/properties.ts']] },
  days: { about: 'a client lives through days of the sandbox', commands: [['tsx', 'e2e/tools/walk-days.ts']] },
  'load-recorder': {
    about: "a month of a desk through the recorder's store",
    commands: [['tsx', 'e2e/tools/load-recorder.ts']],
  },
  'busy-recorder': {
    about: '50 fills a second for ten minutes, with a break and a kill of the recorder, on SQLite and PostgreSQL',
    commands: [
      [
        'vitest',
        'run',
        '--mode=slow',
        'src/server/recorder/take-over.slow.test.ts',
        '-t',
        '50 fills a second',
        '--testTimeout=1800000',
      ],
    ],
    env: { RECORDER_SECONDS: '600' },
  },
  'record-week': {
    about: 'an account recorded through a week of the sandbox, with days in which nobody records or looks',
    commands: [
      [
        'vitest',
        'run',
        'src/recorder/account-follower.test.ts',
        'src/recorder/explained-days.test.ts',
        '--testTimeout=3600000',
      ],
    ],
    env: { RECORDER_DAYS: '7', RECORDER_STEP_MINUTES: '1' },
  },
  nightly: {
    about: 'all that search by seeds, for a stated time in minutes, and a page of what they found',
    commands: [...build, ['tsx', 'e2e/tools/nightly.ts']],
  },
  soak: { about: 'server and page left running', commands: [...build, ['tsx', 'e2e/tools/soak.ts']] },
  pictures: {
    about: 'the pictures of the README',
    commands: [...build, ['tsx', 'e2e/tools/take-pictures.ts'], ['tsx', 'e2e/tools/take-moving-picture.ts']],
  },
  screens: {
    about: 'every screen at every size, dark and light, full, empty and failing',
    commands: [...build, ['tsx', 'e2e/tools/take-screens.ts']],
  },
  words: {
    about: 'the words in view on each screen, with its font sizes',
    commands: [...build, ['tsx', 'e2e/tools/count-words.ts']],
  },
  demo: {
    about: 'dist/demo: app and exchange for any static host',
    commands: [['vite', 'build', '--mode', 'demo', '--logLevel', 'warn']],
  },
  static: {
    about: 'dist/static: the app for one venue',
    commands: [['vite', 'build', '--mode', 'static', '--logLevel', 'warn']],
  },
  image: {
    about: 'the build with the packages of the container image',
    commands: [...build, ['tsx', 'e2e/tools/server-packages.ts']],
  },
  release: {
    about:
      'builds the last commit twice, compares the files, and writes them to release/ with hashes and a signed statement',
    commands: [['tsx', 'e2e/tools/release.ts']],
  },
  format: { about: 'formats every file', commands: [['biome', 'format', '--write', '.']] },
}

const [name = '', ...args] = process.argv.slice(2)
const tool = tools[name]
if (tool === undefined) {
  const lines = Object.entries(tools).map(([each, { about }]) => `  ${each.padEnd(14)} ${about}`)
  process.stderr.write(
    `${name === '' ? '' : `There is no tool ${name}. `}Tools, by npm run tool -- NAME:\n${lines.join('\n')}\n`,
  )
  process.exit(2)
}
const path = `${join(process.cwd(), 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`
for (const [at, [command, ...given]] of tool.commands.entries()) {
  const isLast = at === tool.commands.length - 1
  const { status } = spawnSync(command, [...given, ...(isLast ? args : [])], {
    stdio: 'inherit',
    env: { ...tool.env, ...process.env, PATH: path },
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
