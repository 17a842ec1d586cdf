/** Whether a path, or the pattern of a route, is one that proxies, orchestrators and Prometheus ask every few seconds. */
export const isProbe = (path: string): boolean => /^\/(healthz|readyz|metrics)(\?|$)/.test(path)
