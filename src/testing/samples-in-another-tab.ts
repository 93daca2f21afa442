/** Another tab has the sampler's lock, so this page takes no samples. Other locks are free. */
const locks = {
  request(name: string, ...rest: readonly unknown[]): Promise<unknown> {
    if (name.startsWith('legwork.samples.')) return new Promise(() => undefined)
    const run = rest.at(-1) as (lock: unknown) => unknown
    return Promise.resolve(run({ name }))
  },
}

Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
