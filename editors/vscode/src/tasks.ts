// Tasks that assemble, with what the assembler finds in the list of problems.

import * as vscode from 'vscode';

interface Definition extends vscode.TaskDefinition {
  sources: string[];
  output?: string;
  debugInfo?: boolean;
}

function task(program: string, definition: Definition, scope: vscode.WorkspaceFolder | vscode.TaskScope, name: string) {
  const { sources, output, debugInfo } = definition;
  const flags = [...(output ? ['-o', output] : []), ...(debugInfo ? ['--debug-info'] : [])];
  const execution = new vscode.ProcessExecution(program, ['cdm8', 'asm', ...sources, ...flags]);
  const made = new vscode.Task(definition, scope, name, 'cdm8', execution, '$cdm8');
  made.group = vscode.TaskGroup.Build;
  return made;
}

export const tasks = (program: () => string): vscode.TaskProvider => ({
  provideTasks: () => {
    const definition: Definition = {
      type: 'cdm8',
      sources: ['${file}'],
      output: '${fileDirname}/${fileBasenameNoExtension}.img',
    };
    return [task(program(), definition, vscode.TaskScope.Workspace, 'assemble this file')];
  },
  resolveTask: ({ definition, scope, name }) =>
    task(program(), definition as Definition, (scope as vscode.WorkspaceFolder) ?? vscode.TaskScope.Workspace, name),
});
