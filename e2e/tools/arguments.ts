/** Console output and arguments of the command-line tools. */

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

export function stop(line: string, code = 2): never {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

export function whole(name: string, text: string, least = 0): number {
  const number = /^\d{1,9}$/.test(text) ? Number.parseInt(text, 10) : -1
  return number >= least
    ? number
    : stop(`${name} takes a whole number${least === 0 ? '' : ` from ${least} on`}, not ${text}`)
}
