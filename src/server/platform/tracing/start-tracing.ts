import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { NodeSDK, resources } from '@opentelemetry/sdk-node'
import { isProbe } from '../http/probes.ts'
import { cutBefore } from './cut-span.ts'

/** For the last spans, when the server stops. */
const flushLimitMs = 2000

export interface Tracing {
  /** Sends what has not left yet. */
  end(): Promise<void>
}

/**
 * Traces requests and their statements from here on, and sends them to `OTEL_EXPORTER_OTLP_ENDPOINT`; the other variables of
 * OpenTelemetry's exporter, sampler and resource are read as well. To be called before anything is served; this module is loaded
 * only where that is set.
 */
export function startTracing({ joinsCallers }: { joinsCallers: boolean }): Tracing {
  process.env['OTEL_SERVICE_NAME'] ??= 'pabean'
  const sdk = new NodeSDK({
    traceExporter: cutBefore(new OTLPTraceExporter()),
    metricReaders: [],
    logRecordProcessors: [],
    // Others tell of the machine: its name, users and command lines.
    resourceDetectors: [resources.envDetector],
    // Whoever calls could name any trace, but for those that come by a proxy.
    ...(!joinsCallers && { textMapPropagator: null }),
    instrumentations: [
      new HttpInstrumentation({ ignoreIncomingRequestHook: ({ url }) => isProbe(url ?? '') }),
      new FastifyOtelInstrumentation({ registerOnInitialization: true, instrumentHooks: false }),
      // Loops look for work twice a second.
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  })
  sdk.start()
  // An import does not pass by what instruments modules as they are required; the module is the same.
  const require = createRequire(import.meta.url)
  for (const name of ['node:http', 'node:https', 'pg']) require(name)
  return {
    end: () => Promise.race([sdk.shutdown().catch(() => {}), pause(flushLimitMs, undefined, { ref: false })]),
  }
}
