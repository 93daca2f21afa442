/** Policy of every data answer: opened as a page it runs and loads nothing and has no origin. The host sets it. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
