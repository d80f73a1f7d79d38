/* tslint:disable */
/* eslint-disable */

export class Course {
    free(): void;
    [Symbol.dispose](): void;
    handle(name: string, request: string): string;
    constructor();
}

export class Machine {
    free(): void;
    [Symbol.dispose](): void;
    frame(): Uint8Array;
    handle(name: string, request: string): string;
    constructor();
}

export class Program {
    free(): void;
    [Symbol.dispose](): void;
    handle(name: string, request: string): string;
    constructor();
}

export class Workbench {
    free(): void;
    [Symbol.dispose](): void;
    handle(name: string, request: string): string;
    constructor();
}

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_course_free: (a: number, b: number) => void;
    readonly __wbg_machine_free: (a: number, b: number) => void;
    readonly __wbg_program_free: (a: number, b: number) => void;
    readonly __wbg_workbench_free: (a: number, b: number) => void;
    readonly course_handle: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly course_new: () => number;
    readonly machine_frame: (a: number) => [number, number];
    readonly machine_handle: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly machine_new: () => number;
    readonly program_handle: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly program_new: () => number;
    readonly workbench_handle: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly workbench_new: () => number;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
