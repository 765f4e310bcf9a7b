package interop;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Refuses requests without the token in `A2A_TOKEN`, except for cards. Does nothing where there is no token. */
@ApplicationScoped
public class Guard {
    static final String TOKEN = System.getenv("A2A_TOKEN");

    void register(@Observes Filters filters) {
        if (TOKEN != null) filters.register(Guard::check, 1_000);
    }

    private static void check(RoutingContext context) {
        boolean open = context.request().path().startsWith("/.well-known/");
        if (open || ("Bearer " + TOKEN).equals(context.request().getHeader("Authorization"))) {
            context.next();
        } else {
            context.response().setStatusCode(401).putHeader("WWW-Authenticate", "Bearer").end();
        }
    }
}
