import type { Page } from '@playwright/test'

const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(
    () => /[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/.exec(sessionStorage.getItem('legwork.session') ?? '')?.[0] ?? '',
  )

export async function venueSays(page: Page, path: string): Promise<Record<string, unknown>> {
  const answer = await page.request.get(path, { headers: { credentials_secret: await tokenOf(page) } })
  return (await answer.json()) as Record<string, unknown>
}
