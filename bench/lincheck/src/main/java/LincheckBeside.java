import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import javax.tools.ToolProvider;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Lets Lincheck's model checking mode judge one client of a class: {@code java LincheckBeside CLASS
 * CLIENT INVOCATIONS FOLDER}, where a client is {@code add(0); add(1) || remove(1)} and the folder
 * is an empty one on the class path. Prints the verdict and the seconds it took, without the start
 * of the virtual machine and the compilation of the subject.
 */
public final class LincheckBeside {
    record Call(String method, List<Integer> arguments) {
        static Call parse(String text) {
            String[] parts = text.strip().replace(")", "").split("\\(", 2);
            List<Integer> arguments = new ArrayList<>();
            for (String argument : parts[1].split(",")) {
                if (!argument.isBlank()) {
                    arguments.add(Integer.parseInt(argument.strip()));
                }
            }
            return new Call(parts[0], arguments);
        }

        String signature() {
            return method + "/" + arguments.size();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Class<?> tested = Class.forName(arguments[0]);
        List<List<Call>> threads = new ArrayList<>();
        for (String thread : arguments[1].split("\\|\\|")) {
            List<Call> calls = new ArrayList<>();
            for (String call : thread.split(";")) {
                calls.add(Call.parse(call));
            }
            threads.add(calls);
        }
        Class<?> subject = compile(tested, threads, Path.of(arguments[3]));
        List<List<Actor>> actors = new ArrayList<>();
        for (List<Call> calls : threads) {
            List<Actor> ofThread = new ArrayList<>();
            for (Call call : calls) {
                ofThread.add(actor(subject, call));
            }
            actors.add(ofThread);
        }
        ModelCheckingOptions options = new ModelCheckingOptions();
        options.iterations(0).invocationsPerIteration(Integer.parseInt(arguments[2])).minimizeFailedScenario(false);
        options.addCustomScenario(new ExecutionScenario(List.of(), actors, List.of(), null));
        long begin = System.nanoTime();
        String verdict;
        try {
            LinChecker.check(subject, options);
            verdict = "nothing";
        } catch (Error failure) {
            verdict = kind(String.valueOf(failure.getMessage()));
        }
        System.out.printf("%s %.3f%n", verdict, (System.nanoTime() - begin) / 1e9);
        System.exit(0);
    }

    private static String kind(String message) {
        if (message.contains("Invalid execution results")) {
            return "violated";
        }
        return message.contains("hung") || message.contains("live-lock") || message.contains("Active") ? "livelock" : "failed";
    }

    private static Actor actor(Class<?> subject, Call call) {
        for (Method method : subject.getMethods()) {
            if (method.getName().equals(call.method) && method.getParameterCount() == call.arguments.size()) {
                return new Actor(method, call.arguments, false, false, false, false, false);
            }
        }
        throw new IllegalArgumentException("no method for " + call);
    }

    /** A class with one operation for each method that the client calls. */
    private static Class<?> compile(Class<?> tested, List<List<Call>> threads, Path folder) throws Exception {
        Map<String, String> operations = new TreeMap<>();
        for (List<Call> calls : threads) {
            for (Call call : calls) {
                operations.computeIfAbsent(call.signature(), signature -> operation(tested, call));
            }
        }
        String name = tested.getName().replace('$', '.');
        String text = "import org.jetbrains.lincheck.datastructures.Operation;\n"
            + "@SuppressWarnings({\"unchecked\", \"rawtypes\"})\n"
            + "public class Subject {\n    private final " + name + " object = new " + name + "();\n"
            + String.join("", operations.values()) + "}\n";
        Path source = folder.resolve("Subject.java");
        Files.writeString(source, text);
        String path = System.getProperty("java.class.path");
        int failed = ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-nowarn", "-Xlint:none", "-cp", path, "-d", folder.toString(), source.toString());
        if (failed != 0) {
            throw new IllegalStateException("the subject does not compile:\n" + text);
        }
        return Class.forName("Subject");
    }

    private static String operation(Class<?> tested, Call call) {
        for (Method method : tested.getMethods()) {
            if (method.getName().equals(call.method) && method.getParameterCount() == call.arguments.size() && !method.isBridge()) {
                StringJoiner parameters = new StringJoiner(", ");
                StringJoiner passed = new StringJoiner(", ");
                for (int index = 0; index < call.arguments.size(); index++) {
                    parameters.add("int a" + index);
                    passed.add(method.getParameterTypes()[index] == int.class ? "a" + index : "(Integer) a" + index);
                }
                String invocation = "object." + method.getName() + "(" + passed + ")";
                String body = method.getReturnType() == void.class ? invocation + "; return null;" : "return " + invocation + ";";
                return "    @Operation public Object " + method.getName() + "(" + parameters + ") { " + body + " }\n";
            }
        }
        throw new IllegalArgumentException("no method for " + call);
    }
}
